from __future__ import annotations

import asyncio
import ssl
from base64 import b64encode
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from support.services.odd_replies import HASTY, KEY, provider
from support.services.raw_server import RawServer, always, answer
from termdesk.client.api import ApiClient
from termdesk.client.errors import Reason, Unreachable
from termdesk.domain.errors import InvalidInput

pytest.importorskip("cryptography", reason="certificates are made with it")

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

pytestmark = [pytest.mark.anyio, pytest.mark.scorecard("R39")]


def certificate(folder: Path, *, host: str = "localhost", days: int = 1) -> tuple[ssl.SSLContext, str]:
    """Return a server's SSL context, and the PEM file that makes it trusted. With negative `days` it has expired."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, host)])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=30))
        .not_valid_after(now + timedelta(days=days))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(host)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    pem, private = folder / f"{host}.pem", folder / f"{host}.key"
    pem.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    private.write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(pem, private)
    return context, str(pem)


def client(url: str, certificates: str = "") -> ApiClient:
    return ApiClient(replace(provider(url), certificates=certificates), KEY, retry_policy=HASTY)


async def test_an_own_authority_is_trusted_when_its_file_is_given(tmp_path: Path) -> None:
    tls, pem = certificate(tmp_path)

    async with RawServer(always(answer()), tls=tls) as server, client(server.url, pem) as api:
        await api.usage.read()

    assert len(server.requests) == 1


@pytest.mark.parametrize("case", ["unknown authority", "expired", "wrong name"])
async def test_a_certificate_that_cannot_be_trusted_is_named_and_gets_nothing(tmp_path: Path, case: str) -> None:
    tls, pem = certificate(
        tmp_path, host="elsewhere.test" if case == "wrong name" else "localhost", days=-1 if case == "expired" else 1
    )

    async with (
        RawServer(always(answer()), tls=tls) as server,
        client(server.url, "" if case == "unknown authority" else pem) as api,
    ):
        with pytest.raises(Unreachable) as caught:
            await api.usage.read()

    assert caught.value.reason is Reason.CERTIFICATE
    said = {"unknown authority": "not trusted", "expired": "has expired", "wrong name": "another address"}
    assert said[case] in caught.value.message
    assert not caught.value.was_sent
    assert server.requests == []


def _proxied(proxy: str, **more: str) -> ApiClient:
    return ApiClient(replace(provider("https://service.example.test"), proxy=proxy, **more), KEY, retry_policy=HASTY)


@pytest.mark.parametrize(
    ("status", "said"), [("407 Proxy Authentication Required", "user and a password"), ("403 No", "does not let")]
)
async def test_the_proxy_of_a_profile_is_asked_and_says_what_it_lacks(status: str, said: str) -> None:
    async with RawServer(always(answer(b"", status=status))) as proxy, _proxied(proxy.url) as api:
        with pytest.raises(Unreachable) as caught:
            await api.usage.read()

    assert caught.value.reason is Reason.PROXY
    assert said in caught.value.message
    assert [request.line for request in proxy.requests] == ["CONNECT service.example.test:443"]
    assert KEY not in str(proxy.requests)


async def test_a_file_without_certificates_is_named(tmp_path: Path) -> None:
    empty = tmp_path / "empty.pem"
    empty.write_text("nothing")

    async with client("https://localhost:1", str(empty)) as api:
        with pytest.raises(InvalidInput, match="contains no certificates"):
            await api.usage.read()


async def test_a_service_that_speaks_no_tls_is_not_taken_for_a_certificate() -> None:
    async def plain(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(1)
        writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        writer.close()

    server = await asyncio.start_server(plain, "localhost", 0)
    port = server.sockets[0].getsockname()[1]
    async with server, client(f"https://localhost:{port}") as api:
        with pytest.raises(Unreachable) as caught:
            await api.usage.read()

    assert caught.value.reason is Reason.RESET


async def test_a_proxy_gets_user_and_password_and_says_if_it_does_not_accept_them(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level("DEBUG")
    service, refused = provider("https://service.example.test"), answer(b"", status="407 Proxy Authentication Required")
    async with RawServer(always(refused)) as proxy:
        with_login = replace(service, proxy=proxy.url, proxy_user="jörg")
        async with ApiClient(with_login, KEY, proxy_password="pass: s3cret", retry_policy=HASTY) as api:
            with pytest.raises(Unreachable, match="does not accept this user") as caught:
                await api.usage.read()
        sent = [request.headers.get("proxy-authorization", "") for request in proxy.requests]

    assert sent == ["Basic " + b64encode("jörg:pass: s3cret".encode()).decode()]
    assert caught.value.reason is Reason.PROXY
    assert "s3cret" not in f"{caught.value}{caplog.text}"


async def test_a_proxy_of_the_environment_does_not_get_the_login_of_the_profile(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("NO_PROXY", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
    async with RawServer(always(answer(b"", status="403 No"))) as proxy:
        monkeypatch.setenv("https_proxy", proxy.url)
        service = replace(provider("https://service.example.test"), proxy_user="me")
        async with ApiClient(service, KEY, proxy_password="secret", retry_policy=HASTY) as api:
            with pytest.raises(Unreachable):
                await api.usage.read()

    assert ["proxy-authorization" in request.headers for request in proxy.requests] == [False]
