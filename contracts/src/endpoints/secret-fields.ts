/** Fields of requests and responses whose values must never be logged. */
export const secretFields = [
  'password',
  'currentPassword',
  'token',
  'adminKey',
  'confirmation',
  'recoveryCode',
  'codes',
  'setup',
  'ceremony',
] as const
