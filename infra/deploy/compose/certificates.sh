#!/bin/sh
# Creates an authority and a certificate for the EventStoreDB of tls.yml, in data/certificates. Run it again before the
# certificate expires (after two years): it creates a new one from the same authority. Then restart eventstore.
set -eu
cd "$(dirname "$0")/../../.."
mkdir -p data/certificates
chmod 700 data data/certificates
cd data/certificates
umask 077
if [ ! -f ca.crt ]; then
  openssl req -x509 -newkey rsa:3072 -nodes -sha256 -days 3650 -subj '/CN=thirty eventstore authority' \
    -addext 'basicConstraints=critical,CA:TRUE' -addext 'keyUsage=critical,keyCertSign,cRLSign' \
    -keyout ca.key -out ca.crt
fi
# Existing files are read-only, also for this user.
rm -f node.key node.crt
openssl req -new -newkey rsa:3072 -nodes -subj '/CN=eventstoredb-node' -keyout node.key -out node.csr
cat >node.ext <<'EXTENSIONS'
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature, keyEncipherment
extendedKeyUsage = serverAuth, clientAuth
subjectAltName = DNS:eventstore, DNS:localhost, IP:127.0.0.1
EXTENSIONS
openssl x509 -req -in node.csr -CA ca.crt -CAkey ca.key -CAcreateserial -days 730 -sha256 -extfile node.ext -out node.crt
rm node.csr node.ext
# The folder protects the files; inside the container, the key must be readable for its user.
chmod 444 ca.crt node.crt node.key
