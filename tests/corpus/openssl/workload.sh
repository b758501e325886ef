# OpenSSL: keys, certificates, digests, ciphers, containers, and a handshake on $PORT. Run with $RUN.
PORT=${PORT:-18443}
rm -rf work && mkdir work && cd work
o() { $RUN ../bin/openssl "$@"; }
cat >openssl.cnf <<'END'
[req]
distinguished_name = dn
x509_extensions = ext
prompt = no
[dn]
C = DE
O = Test
CN = localhost
[ext]
basicConstraints = critical,CA:TRUE
subjectAltName = DNS:localhost,IP:127.0.0.1
keyUsage = digitalSignature,keyCertSign,cRLSign
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
[ca]
default_ca = own
[own]
database = index.txt
new_certs_dir = .
certificate = cert.pem
private_key = key.pem
serial = serial
default_md = sha256
default_days = 10
default_crl_days = 5
policy = policy
[policy]
commonName = supplied
organizationName = optional
countryName = optional
END
export OPENSSL_CONF=$PWD/openssl.cnf
seq 2000 >data
o version -a
o list -digest-algorithms -cipher-algorithms -public-key-algorithms -providers >list
o genrsa -out key.pem 1024
o rsa -in key.pem -text -noout
o rsa -in key.pem -pubout -out pub.pem
o rsa -in key.pem -aes128 -passout pass:x -out key.enc
o rsa -in key.enc -passin pass:x -check -noout
o req -new -x509 -key key.pem -days 10 -out cert.pem
o req -new -key key.pem -out req.pem
o req -in req.pem -text -noout -verify
o x509 -in cert.pem -text -noout -fingerprint -sha256
o x509 -req -in req.pem -CA cert.pem -CAkey key.pem -set_serial 2 -days 5 -out leaf.pem
o verify -CAfile cert.pem leaf.pem cert.pem
touch index.txt
echo 10 >serial
o ca -batch -in req.pem -out ca.pem
o ca -gencrl -out crl.pem
o crl -in crl.pem -text -noout
for d in md5 sha1 sha256 sha512 sha3-256 blake2b512 shake128 sm3 ripemd160; do o dgst -$d data; done
o dgst -sha256 -hmac key data
o dgst -sha256 -sign key.pem -out sig data
o dgst -sha256 -verify pub.pem -signature sig data
o mac -macopt digest:SHA256 -macopt hexkey:00112233 -in data HMAC
o mac -cipher AES-128-CBC -macopt hexkey:00112233445566778899aabbccddeeff -in data CMAC
for c in aes-128-cbc aes-256-ctr aes-128-ecb des-ede3-cbc chacha20 camellia-128-cbc aria-128-cbc sm4-cbc; do
    o enc -$c -pbkdf2 -k secret -in data -out data.enc
    o enc -d -$c -pbkdf2 -k secret -in data.enc -out data.dec
done
o enc -base64 -in data -out data.b64
o kdf -keylen 16 -kdfopt digest:SHA256 -kdfopt key:secret -kdfopt salt:salt -kdfopt info:l HKDF
o passwd -6 -salt xx secret
o passwd -apr1 -salt xx secret
o rand -hex 16
o prime -generate -bits 64
o ecparam -name prime256v1 -genkey -noout -out ec.pem
o ec -in ec.pem -text -noout
o genpkey -algorithm X25519 -out x.pem
o pkey -in x.pem -pubout -out xpub.pem
o pkeyutl -derive -inkey x.pem -peerkey xpub.pem -out shared
o genpkey -algorithm ED25519 -out ed.pem
o pkeyutl -sign -rawin -inkey ed.pem -in data -out ed.sig
o genpkey -algorithm RSA-PSS -pkeyopt rsa_keygen_bits:1024 -out pss.pem
o pkeyutl -encrypt -pubin -inkey pub.pem -in serial -out rsa.enc
o pkeyutl -decrypt -inkey key.pem -in rsa.enc
o dhparam -out dh.pem -dsaparam 256
o dsaparam -out dsa.pem -genkey 1024
o dsa -in dsa.pem -text -noout
o pkcs8 -topk8 -in key.pem -nocrypt -out key.p8
o pkcs12 -export -inkey key.pem -in cert.pem -passout pass:x -out all.p12
o pkcs12 -in all.p12 -passin pass:x -nodes -out all.pem
o pkcs7 -in all.pem -print_certs -noout || true
o crl2pkcs7 -nocrl -certfile cert.pem -out certs.p7
o pkcs7 -in certs.p7 -print_certs -noout
o cms -sign -in data -text -signer cert.pem -inkey key.pem -out data.cms
o cms -verify -in data.cms -CAfile cert.pem -out data.out
o cms -encrypt -aes128 -in data -out data.cme cert.pem
o cms -decrypt -in data.cme -recip cert.pem -inkey key.pem -out data.out
o smime -sign -in data -signer cert.pem -inkey key.pem -out data.smime
o smime -verify -in data.smime -CAfile cert.pem -out data.out
o asn1parse -in cert.pem -i
o ocsp -issuer cert.pem -cert leaf.pem -reqout ocsp.req -text
o ts -query -data data -sha256 -out ts.req
o ciphers -v >ciphers
o speed -seconds 1 -bytes 64 sha256 >speed 2>&1
o errstr 0A000126
o nosuch || true
$RUN ../bin/openssl s_server -accept $PORT -cert cert.pem -key key.pem -CAfile cert.pem -Verify 1 \
    -www -naccept 3 >server.log 2>&1 &
server=$!
sleep 10
for options in '-tls1_3' '-tls1_2 -cipher ECDHE-RSA-AES128-GCM-SHA256' '-tls1_2 -sess_out session'; do
    printf 'GET / HTTP/1.0\r\n\r\n' | timeout 60 $RUN ../bin/openssl s_client \
        -connect 127.0.0.1:$PORT -CAfile cert.pem -cert cert.pem -key key.pem -servername localhost \
        -alpn http/1.1 -ign_eof $options >client.log 2>&1
done
for i in $(seq 20); do kill -0 $server 2>/dev/null || break; sleep 0.5; done
kill $server 2>/dev/null
wait $server
