import type { DeliveryTry } from '@thirty/contracts/webhooks/api.ts'
import type { pingType, WebhookType } from '@thirty/contracts/webhooks/webhooks.ts'
import { t } from '../../shared/i18n/t.ts'

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

/** Why a try has no answer. */
export const errorLabels: Readonly<Record<NonNullable<DeliveryTry['error']>, string>> = {
  timeout: t('adminWebhooks.errorTimeout'),
  connection: t('adminWebhooks.errorConnection'),
  tls: t('adminWebhooks.errorTls'),
  name: t('adminWebhooks.errorName'),
  'not-public': t('adminWebhooks.errorNotPublic'),
  address: t('adminWebhooks.errorAddress'),
  unreadable: t('adminWebhooks.errorUnreadable'),
}
