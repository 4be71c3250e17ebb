// Turns a webhook off whose receiver fails for days or wants no more messages, and emails the admins who manage webhooks.

import { webhooksStream } from '@thirty/contracts/events/stream-names.ts'
import { webhookFailingMs } from '@thirty/contracts/webhooks/webhooks.ts'
import { loadAdminsWith } from '../people.ts'
import { newContext } from '../idempotency.ts'
import { sendMail } from '../mail-template.ts'
import type { With } from '../parts.ts'
import { turnOff, webhooksFold } from './decide.ts'
import type { DelivererDeps } from './deliveries/webhook-deliveries.ts'

type TurnOffParts = With<'commands' | 'clock' | 'mail' | 'publicUrl'> & {
  /** The webhook is off, but nobody got an email about it. */
  onNotTold: (error: unknown) => void
}

export const turnOffFailing =
  (deps: TurnOffParts): DelivererDeps['turnOff'] =>
  async (webhook, reason, since) => {
    const { commands, clock, publicUrl } = deps
    const { state, events } = await commands.handle({
      ...webhooksFold,
      stream: webhooksStream,
      context: newContext(),
      decide: (webhooks) => turnOff(webhooks, { webhook, reason, since }),
    })
    const off = state.get(webhook)
    if (events.length === 0 || off === undefined) return false
    const { host, description } = off
    const shown = description === '' ? host : `${description} (${host})`
    const days = webhookFailingMs / dayMs
    try {
      for (const recipient of await loadAdminsWith(commands, 'manage-webhooks'))
        sendMail(deps, recipient, undefined, ({ text, moment }) => ({
          kind: 'webhook-turned-off',
          subject: text('webhookOffSubject', { host }),
          parts: [
            text('webhookOff', { webhook: shown, when: moment(clock()), reason, days }),
            text('webhookOffMeanwhile'),
            { link: new URL('/admin/webhooks', publicUrl), label: text('webhookOffLink') },
          ],
        }))
    } catch (error) {
      deps.onNotTold(error)
    }
    return true
  }

const dayMs = 24 * 60 * 60_000
