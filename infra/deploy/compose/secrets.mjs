// Prints an .env for docker-compose.yml with new secrets: `node infra/deploy/compose/secrets.mjs > .env`.
import { randomBytes } from 'node:crypto'
import { fchmodSync, fstatSync } from 'node:fs'

// The shell makes the file readable for everybody on the machine.
const output = 1
if (fstatSync(output).isFile()) fchmodSync(output, 0o600)

// Letters and digits only, because some of them are part of URLs.
const secret = (bytes = 24) => randomBytes(bytes).toString('hex')

console.log(`# Secrets of this installation. This file gives full access; never commit it.
JWT_SECRET=${secret(32)}
ADMIN_REGISTRATION_KEY=${secret()}
RESERVATION_KEY=${secret(32)}
VAPID_PRIVATE_KEY=${randomBytes(32).toString('base64url')}
BACKUP_SIGNING_KEY=${randomBytes(32).toString('base64url')}
METRICS_TOKEN=${secret()}
REDIS_PASSWORD=${secret()}
EVENTSTORE_PASSWORD=${secret()}
MINIO_ROOT_USER=root-${secret(4)}
MINIO_ROOT_PASSWORD=${secret()}
S3_ACCESS_KEY_ID=thirty-${secret(4)}
S3_SECRET_ACCESS_KEY=${secret()}

# To serve other machines than this one:
#BIND=0.0.0.0
#HTTP_PORT=80
#HTTPS_PORT=443
#SITE_ADDRESS=thirty.example
#PUBLIC_URL=https://thirty.example
#CHALLENGE_TIMEZONE=Europe/Berlin

# Mail: reset links, notices and reminders. Quotes keep special characters of a password.
#SMTP_URL='smtps://user:password@mail.example:465'
#MAIL_FROM='Thirty <thirty@thirty.example>'

# Sign-in with GitHub and Google, which redirect back to PUBLIC_URL/api/auth/github/callback and …/google/callback.
#GITHUB_CLIENT_ID=
#GITHUB_CLIENT_SECRET=
#GOOGLE_CLIENT_ID=
#GOOGLE_CLIENT_SECRET=`)
