// Prints an .env for docker-compose.yml, every secret of it made just now: `node infra/deploy/compose/secrets.mjs > .env`.
import { randomBytes } from 'node:crypto'

// Letters and digits only: some of them stand inside of addresses.
const secret = (bytes = 24) => randomBytes(bytes).toString('hex')

console.log(`# Secrets of this installation. Whoever has this file has everything; it belongs in no repository.
JWT_SECRET=${secret(32)}
ADMIN_REGISTRATION_KEY=${secret()}
METRICS_TOKEN=${secret()}
REDIS_PASSWORD=${secret()}
EVENTSTORE_PASSWORD=${secret()}
MINIO_ROOT_USER=root-${secret(4)}
MINIO_ROOT_PASSWORD=${secret()}
S3_ACCESS_KEY_ID=thirty-${secret(4)}
S3_SECRET_ACCESS_KEY=${secret()}

# For others than this machine:
#BIND=0.0.0.0
#HTTP_PORT=80
#HTTPS_PORT=443
#SITE_ADDRESS=thirty.example
#PUBLIC_URL=https://thirty.example
#CHALLENGE_TIMEZONE=Europe/Berlin

# Mail: reset links, notices and reminders. Quotes keep a password as it is.
#SMTP_URL='smtps://user:password@mail.example:465'
#MAIL_FROM='Thirty <thirty@thirty.example>'

# Sign-in with GitHub and Google, who send people back to PUBLIC_URL/api/auth/github/callback and …/google/callback.
#GITHUB_CLIENT_ID=
#GITHUB_CLIENT_SECRET=
#GOOGLE_CLIENT_ID=
#GOOGLE_CLIENT_SECRET=`)
