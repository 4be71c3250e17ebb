import type { DeliveryTry } from '@thirty/contracts/api/admin/webhooks.ts'
import type { pingType, WebhookType } from '@thirty/contracts/rules/webhooks.ts'
import { t } from './messages/t.ts'

/** How the screen calls each type of event. */
export const typeLabels: Readonly<Record<WebhookType | typeof pingType, string>> = {
  'project.submitted': t('projectSubmitted'),
  'project.revised': t('projectRevised'),
  'project.withdrawn': t('projectWithdrawn'),
  'project.approved': t('projectApproved'),
  'project.rejected': t('projectRejected'),
  'project.rated': t('projectRated'),
  'challenge.started': t('challengeStarted'),
  'challenge.ended': t('challengeEnded'),
  'challenge.reset': t('challengeReset'),
  'challenge.restored': t('challengeRestored'),
  'participant.joined': t('participantJoined'),
  ping: t('ping'),
}

/** Why a try has no answer. */
export const errorLabels: Readonly<Record<NonNullable<DeliveryTry['error']>, string>> = {
  timeout: t('errorTimeout'),
  connection: t('errorConnection'),
  tls: t('errorTls'),
  name: t('errorName'),
  'not-public': t('errorNotPublic'),
  address: t('errorAddress'),
  unreadable: t('errorUnreadable'),
}
