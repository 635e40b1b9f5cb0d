# Completion of tollhouse-sandbox for fish. Made by packaging/terminal/terminal_files.py.
function __tollhouse_sandbox_at
    set -l command ''
    for word in (commandline -opc)[2..-1]
        set -l candidate (string trim "$command $word")
        contains -- $candidate 
        and set command $candidate
    end
    test "$command" = "$argv[1]"
end
complete -c tollhouse-sandbox -n '__tollhouse_sandbox_at ""' -s h -l help -d 'show this help message and exit'
complete -c tollhouse-sandbox -n '__tollhouse_sandbox_at ""' -l host -r -d 'IP address to listen on; by default 127.0.0.1'
complete -c tollhouse-sandbox -n '__tollhouse_sandbox_at ""' -l port -r -d 'TCP port; 0 takes a free one'
complete -c tollhouse-sandbox -n '__tollhouse_sandbox_at ""' -l gateway-http-port -r -d 'port of the gateway'\''s HTTP proxy'
complete -c tollhouse-sandbox -n '__tollhouse_sandbox_at ""' -l gateway-socks-port -r -d 'port of its SOCKS5 proxy'
complete -c tollhouse-sandbox -n '__tollhouse_sandbox_at ""' -l api-key -r -d 'accept this key instead of a random one; for tests only'
complete -c tollhouse-sandbox -n '__tollhouse_sandbox_at ""' -l data -r -d 'keep the data here; else they end with it'
complete -c tollhouse-sandbox -n '__tollhouse_sandbox_at ""' -l seed -r -d 'what the demo account is drawn from'
complete -c tollhouse-sandbox -n '__tollhouse_sandbox_at ""' -l scale -x -a 'demo empty large' -d 'how much data there is'
complete -c tollhouse-sandbox -n '__tollhouse_sandbox_at ""' -l speed -r -d 'sandbox seconds in one second; 0 stops time'
complete -c tollhouse-sandbox -n '__tollhouse_sandbox_at ""' -l no-automatic-blocks -d 'confirmations come only by the control route'
complete -c tollhouse-sandbox -n '__tollhouse_sandbox_at ""' -l variant -r -d 'how to answer what the interface leaves open; can be given for several'
complete -c tollhouse-sandbox -n '__tollhouse_sandbox_at ""' -l variants -d 'list them and their values, and exit'
complete -c tollhouse-sandbox -n '__tollhouse_sandbox_at ""' -l watch-stdin -d 'end when stdin ends'
complete -c tollhouse-sandbox -n '__tollhouse_sandbox_at ""' -l version -d 'print the version and exit'
