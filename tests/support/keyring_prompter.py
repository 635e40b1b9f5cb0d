"""Simulates the desktop's window that asks for the keyring's password: answers, cancels, or takes its time.

Speaks the private protocol between gnome-keyring and its prompter, as far as that takes. The first line of
stdin is the password. Prints a line when it is ready and one whenever it was asked; then 'late' waits for
another line before it answers.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import os
import sys

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from jeepney import DBusAddress, Message, MessageType, new_method_call, new_method_return
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import DBusConnection, Proxy, open_dbus_connection
from jeepney.low_level import HeaderFields

# The 1536-bit group of RFC 3526.
PRIME_BYTES = bytes.fromhex(
    "FFFFFFFFFFFFFFFFC90FDAA22168C234C4C6628B80DC1CD129024E088A67CC74020BBEA63B139B22514A08798E3404DD"
    "EF9519B3CD3A431B302B0A6DF25F14374FE1356D6D51C245E485B576625E7EC6F44C42E9A637ED6B0BFF5CB6F406B7ED"
    "EE386BFB5A899FA5AE9F24117C4B1FE649286651ECE45B3DC2007CB8A163BF0598DA48361C55D39A69163FA8FD24CF5F"
    "83655D23DCA3AD961C62F356208552BB9ED529077096966D670C354E4ABC9804F1746C08CA237327FFFFFFFFFFFFFFFF"
)
PRIME = int.from_bytes(PRIME_BYTES, "big")


def hide(password: bytes, exchange: str) -> str:
    """Returns the password for the one who sent its half of the exchange."""
    fields = dict(line.split("=", 1) for line in exchange.splitlines() if "=" in line)
    theirs = int.from_bytes(base64.b64decode(fields["public"]), "big")
    private = int.from_bytes(os.urandom(190), "big")
    shared = pow(theirs, private, PRIME).to_bytes(len(PRIME_BYTES), "big")
    start = hmac.new(bytes(32), shared, hashlib.sha256).digest()
    key = hmac.new(start, b"\x01", hashlib.sha256).digest()[:16]
    iv = os.urandom(16)
    padding = 16 - len(password) % 16
    encryptor = Cipher(algorithms.AES(key), modes.CBC(iv)).encryptor()
    secret = encryptor.update(password + bytes([padding]) * padding) + encryptor.finalize()
    public = pow(2, private, PRIME).to_bytes(len(PRIME_BYTES), "big")
    lines = [
        f"{name}={base64.b64encode(value).decode()}"
        for name, value in (("public", public), ("secret", secret), ("iv", iv))
    ]
    return "\n".join(["[sx-aes-1]", *lines, ""])


def call_back(connection: DBusConnection, asked: Message, method: str, *body: object) -> None:
    fields = asked.header.fields
    address = DBusAddress(
        asked.body[0], fields[HeaderFields.sender], "org.gnome.keyring.internal.Prompter.Callback"
    )
    connection.send(new_method_call(address, method, "sa{sv}s" if body else None, body))


def say(word: str) -> None:
    sys.stdout.write(word + "\n")
    sys.stdout.flush()


def main() -> None:
    answer, password = sys.argv[1], sys.stdin.readline().rstrip("\n").encode()
    connection = open_dbus_connection()
    Proxy(message_bus, connection).RequestName("org.gnome.keyring.SystemPrompter")
    say("ready")
    while True:
        message = connection.receive()
        if message.header.message_type is not MessageType.method_call:
            continue
        connection.send(new_method_return(message))
        match message.header.fields[HeaderFields.member]:
            case "BeginPrompting":
                call_back(connection, message, "PromptReady", "", {}, "")
            case "PerformPrompt":
                say("asked")
                if answer == "late":
                    sys.stdin.readline()
                if answer in {"yes", "late"}:
                    call_back(connection, message, "PromptReady", "yes", {}, hide(password, message.body[3]))
                elif answer == "no":
                    call_back(connection, message, "PromptReady", "no", {}, "")
            case "StopPrompting":
                call_back(connection, message, "PromptDone")


if __name__ == "__main__":
    main()
