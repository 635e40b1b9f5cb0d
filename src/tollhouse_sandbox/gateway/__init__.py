"""The proxy of the subscriptions: HTTP and SOCKS5 on this computer, counted as traffic."""
