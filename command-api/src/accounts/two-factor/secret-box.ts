import { sealing } from '@thirty/infra/sealed-text.ts'

/** Encrypts the secrets of authenticator apps, each for one account. */
export type SecretBox = {
  seal(user: string, secret: string): string
  /** Returns the secret; `undefined` if it was sealed for another account or under another key. */
  open(user: string, sealed: string): string | undefined
}

/** `installationKey`: the reservation key, which never changes (decision 0097). */
export function secretBox(installationKey: string): SecretBox {
  const { seal, unseal } = sealing(installationKey, 'authenticator app')
  return {
    seal: (user, secret) => seal(secret, user),
    open: (user, sealed) => unseal(sealed, user),
  }
}
