// Encrypts addresses and secrets of webhooks, each for its webhook: neither can be read from the log, nor moved to another webhook in it.
// The settings are events, so that the limit of twenty holds and the audit shows every change. Addresses often contain tokens, so they are
// encrypted like the secrets, under a key from `RESERVATION_KEY`, which never changes, and bound to their webhook. After
// `--new-reservation-key` both are lost, and admins enter the webhooks again.

import type { Sealing } from '@thirty/infra/sealed-text.ts'
import type { SealedSecret, WebhookState } from '@thirty/contracts/webhooks/events.ts'

export function webhookSecrets({ seal, unseal }: Sealing) {
  const addressOf = ({ id, address }: WebhookState) => unseal(address, `address ${id}`)
  return {
    sealAddress: (webhook: string, address: string) => ({
      address: seal(address, `address ${webhook}`),
      host: new URL(address).host,
    }),
    sealSecret: (webhook: string, secret: string) => seal(secret, `secret ${webhook}`),
    /** Returns `undefined` if the key of the installation is another one than that of the log. */
    addressOf,
    /** Returns address and secrets of a webhook at a time; `undefined` if one of them cannot be decrypted. */
    openAt: (webhook: WebhookState, now: number): { address: string; secrets: string[] } | undefined => {
      const address = addressOf(webhook)
      const sealed = secretsAt(webhook, now)
      const secrets = sealed.flatMap((secret) => unseal(secret.sealed, `secret ${webhook.id}`) ?? [])
      return address === undefined || secrets.length === 0 ? undefined : { address, secrets }
    },
  }
}
export type WebhookSecrets = ReturnType<typeof webhookSecrets>

/** Returns the secrets that a delivery is signed with at a time (milliseconds since 1970), the current one first. */
export const secretsAt = ({ secrets }: WebhookState, now: number): readonly SealedSecret[] =>
  secrets.filter(({ until }) => until === undefined || until > now)
