// Secrets as an operator configures them.

export const long = 'correct horse battery staple 1234'
export const vapidKey = Buffer.from(Array.from({ length: 32 }, (_, index) => index + 1)).toString('base64url')
export const signingKey = Buffer.from(Array.from({ length: 32 }, (_, index) => index)).toString('base64url')
export const secretNames = ['JWT_SECRET', 'ADMIN_REGISTRATION_KEY', 'RESERVATION_KEY']
export const secrets = {
  ...Object.fromEntries(secretNames.map((name) => [name, long])),
  VAPID_PRIVATE_KEY: vapidKey,
  BACKUP_SIGNING_KEY: signingKey,
}
