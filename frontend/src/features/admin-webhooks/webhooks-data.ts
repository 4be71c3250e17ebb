// The webhooks and their deliveries, live, and how the screen calls their events.

import type { pingType, WebhookType } from '@thirty/contracts/webhooks/webhooks.ts'
import { request } from '../../shared/http/http.ts'
import { liveData, reloads } from '../../shared/live/live-data.ts'
import { t } from '../../shared/i18n/t.ts'

/** What was true minutes ago must not be shown as if it were now. Few clients receive the message. */
const upkeep = { isAlwaysFresh: true, reloadDelayMs: 100, failedText: t('common.noAnswer') }

/** All webhooks. They are loaded again whenever one of them, or a delivery, changes. */
export const allWebhooks = liveData({
  ...upkeep,
  load: async (_key: undefined, signal) => (await request('GET', '/api/admin/webhooks', { signal })).webhooks,
  messages: { 'webhooks.changed': reloads },
})

/** The delivery log of a webhook. It is loaded again whenever it changes. */
export const deliveriesOf = liveData({
  ...upkeep,
  load: (webhookId: string, signal) =>
    request('GET', '/api/admin/webhooks/:webhookId/deliveries', { params: { webhookId }, signal }),
  messages: (webhookId: string) => ({
    'webhooks.changed': (deliveries, { webhook }, reload) => {
      if (webhook === null || webhook === webhookId) reload()
      return deliveries
    },
  }),
  isEmpty: ({ deliveries }) => deliveries.length === 0,
})

/** How the screen calls each type of event. */
export const typeLabels: Readonly<Record<WebhookType | typeof pingType, string>> = {
  'project.submitted': t('adminWebhooks.projectSubmitted'),
  'project.revised': t('adminWebhooks.projectRevised'),
  'project.withdrawn': t('adminWebhooks.projectWithdrawn'),
  'project.approved': t('common.projectApproved'),
  'project.rejected': t('common.projectRejected'),
  'project.rated': t('adminWebhooks.projectRated'),
  'challenge.started': t('common.challengeStarted'),
  'challenge.ended': t('adminWebhooks.challengeEnded'),
  'challenge.reset': t('common.challengeReset'),
  'challenge.restored': t('common.backupRestored'),
  'participant.joined': t('adminWebhooks.participantJoined'),
  ping: t('adminWebhooks.ping'),
}
