; Not run yet: no Windows computer has built it. Inno Setup 6, for one user, without administrator rights.
; Build the folder first: pyinstaller packaging\pyinstaller\tollhouse.spec --distpath build\package
; Then: iscc /DVersion=0.1.0 packaging\windows\tollhouse.iss

[Setup]
AppId={{6E0E7B0B-3F5D-4B0D-9B63-5A3C2B5F7C41}
AppName=Tollhouse
AppVersion={#Version}
AppPublisher=The Tollhouse developers
LicenseFile=..\..\LICENSE
DefaultDirName={localappdata}\Programs\Tollhouse
DisableProgramGroupPage=yes
PrivilegesRequired=lowest
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
UninstallDisplayIcon={app}\tollhouse.exe
OutputDir=..\..\build\package
OutputBaseFilename=tollhouse-{#Version}-setup
SolidCompression=yes
WizardStyle=modern

[Files]
Source: "..\..\build\package\tollhouse\*"; DestDir: "{app}"; Flags: recursesubdirs ignoreversion

[Icons]
; Windows shows notifications of programs whose shortcut in the menu has this identifier.
Name: "{userprograms}\Tollhouse"; Filename: "{app}\tollhouse.exe"; AppUserModelID: "example.tollhouse.tollhouse"

[Run]
Filename: "{app}\tollhouse.exe"; Description: "{cm:LaunchProgram,Tollhouse}"; Flags: nowait postinstall skipifsilent

[UninstallDelete]
Type: filesandordirs; Name: "{app}"
