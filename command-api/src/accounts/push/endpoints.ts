// Handlers with which a browser subscribes to push messages. A subscription lasts as long as the session of the caller.

import { pushEndpoints } from '@thirty/contracts/notifications/push-api.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { Parts } from '../../parts.ts'
import { refuseMissingAccount } from '../sessions/decide.ts'
import { changeSubscriptions } from './push-notifier.ts'
import { addSubscription, withoutEndpoints } from './subscriptions.ts'

export const pushHandlers = (parts: Parts): Endpoint[] => [
  endpoint(pushEndpoints.key)(async () => ({ success: true, publicKey: parts.pushPublicKey })),
  endpoint(pushEndpoints.subscribe)(async ({ caller, body }) => {
    const { id: token, version, expiresAt } = caller.token
    const added = { ...body, session: { token, version, expiresAt } }
    await changeSubscriptions(parts, caller.id, (push) => addSubscription(push, added))
    // Afterwards: a deletion in between has removed the subscriptions before this one was stored.
    if (await parts.isDeleted(caller.id)) {
      await parts.personalDocuments.removeAll(caller.id)
      refuseMissingAccount()
    }
    return { success: true }
  }),
  endpoint(pushEndpoints.unsubscribe)(async ({ caller, body }) => {
    await changeSubscriptions(parts, caller.id, (push) => withoutEndpoints(push, [body.endpoint]))
    return { success: true }
  }),
]
