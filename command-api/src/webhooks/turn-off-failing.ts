// Turns a webhook off whose receiver fails for days or wants no more messages, and emails the admins who manage webhooks.

import { webhooksStream } from '@thirty/contracts/events/stream-names.ts'
import { webhookFailingMs } from '@thirty/contracts/webhooks/webhooks.ts'
import { loadAdminsWith } from '../people.ts'
import { newContext } from '../idempotency.ts'
import { writeMail, type Recipient } from '../mail-template.ts'
import type { With } from '../parts.ts'
import { turnOff, webhooksFold } from './decide.ts'
import type { DelivererDeps } from './deliveries/deliverer.ts'
import type { WebhookState } from '@thirty/contracts/webhooks/recorded-webhooks.ts'

type TurnOffParts = With<'commands' | 'clock' | 'mail' | 'publicUrl'> & {
  /** The webhook is off, but nobody got an email about it. */
  onNotTold: (error: unknown) => void
}

export const turnOffFailing =
  (deps: TurnOffParts): DelivererDeps['turnOff'] =>
  async (webhook, reason, since) => {
    const { state, events } = await deps.commands.handle({
      ...webhooksFold,
      stream: webhooksStream,
      context: newContext(),
      decide: (webhooks) => turnOff(webhooks, { webhook, reason, since }),
    })
    const off = state.get(webhook)
    if (events.length === 0 || off === undefined) return false
    try {
      for (const recipient of await loadAdminsWith(deps.commands, 'manage-webhooks'))
        deps.mail.send(turnedOffMail(recipient, off, reason, deps))
    } catch (error) {
      deps.onNotTold(error)
    }
    return true
  }

const turnedOffMail = (
  recipient: Recipient,
  { host, description }: Pick<WebhookState, 'host' | 'description'>,
  reason: 'failing' | 'gone',
  { clock, publicUrl }: With<'clock' | 'publicUrl'>,
) =>
  writeMail(recipient, undefined, ({ text, moment }) => ({
    kind: 'webhook-turned-off',
    subject: text('webhookOffSubject', { host }),
    parts: [
      text('webhookOff', {
        webhook: description === '' ? host : `${description} (${host})`,
        when: moment(clock()),
        reason,
        days: webhookFailingMs / dayMs,
      }),
      text('webhookOffMeanwhile'),
      { link: new URL('/admin/webhooks', publicUrl), label: text('webhookOffLink') },
    ],
  }))

const dayMs = 24 * 60 * 60_000
