// Leads to the webhooks, and says how many of them the server turned off.

import { ArrowRight } from 'lucide-react'
import { paths } from '../../shared/navigation/paths.ts'
import { request } from '../../shared/http/http.ts'
import { liveData, reloads, useLiveData } from '../../shared/live/live-data.ts'
import { ButtonLink } from '../../shared/ui/controls/button-link.tsx'
import { SectionCard } from '../../shared/ui/display/card.tsx'
import { Banner } from '../../shared/ui/feedback/banner.tsx'
import { t } from '../../shared/i18n/t.ts'
import css from './settings-screen.module.css'

const turnedOffCount = liveData<number>({
  load: async (_key, signal) => {
    const { webhooks } = await request('GET', '/api/admin/webhooks', { area: 'admin', signal })
    return webhooks.filter(({ turnedOff }) => turnedOff !== null).length
  },
  messages: { 'webhooks.changed': reloads },
  // Only admins receive the message.
  reloadDelayMs: 100,
  isAlwaysFresh: true,
})

export const WebhooksCard = () => {
  // Nothing is said while it is not known: the screen of the webhooks says why they cannot be loaded.
  const { data: count = 0 } = useLiveData(turnedOffCount)
  return (
    <SectionCard title={t('common.webhooks')} className={css.options}>
      {count > 0 && (
        <Banner kind="danger" live>
          {t('adminSettings.webhooksTurnedOff', { count })}
        </Banner>
      )}
      <div className={css.export}>
        <div>
          <p>{t('adminSettings.webhooksText')}</p>
        </div>
        <ButtonLink to={paths.admin.webhooks} iconEnd={<ArrowRight />}>
          {t('adminSettings.openWebhooks')}
        </ButtonLink>
      </div>
    </SectionCard>
  )
}
