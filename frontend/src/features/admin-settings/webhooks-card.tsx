import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { useEffect } from 'react'
import { paths } from '../../shared/navigation/paths.ts'
import { request } from '../../shared/http/http.ts'
import { queryClient } from '../../shared/http/query-client.ts'
import { subscribe } from '../../shared/live/live-socket.ts'
import { ButtonLink } from '../../shared/ui/controls/button-link.tsx'
import { Card, CardTitle } from '../../shared/ui/display/card.tsx'
import { Banner } from '../../shared/ui/feedback/banner.tsx'
import { t } from './messages/t.ts'
import css from './settings-screen.module.css'

/** Leads to the webhooks, and says how many of them the server turned off. */
export const WebhooksCard = () => {
  const count = useTurnedOffCount()
  return (
    <Card as="section" padding="large" className={css.options}>
      <CardTitle>{t('webhooks')}</CardTitle>
      {count > 0 && (
        <Banner kind="danger" live>
          {t('webhooksTurnedOff', { count })}
        </Banner>
      )}
      <div className={css.export}>
        <div>
          <p>{t('webhooksText')}</p>
        </div>
        <ButtonLink to={paths.admin.webhooks} iconEnd={<ArrowRight aria-hidden="true" />}>
          {t('openWebhooks')}
        </ButtonLink>
      </div>
    </Card>
  )
}

/** 0 while it is not known: the screen of the webhooks says why they cannot be loaded. */
function useTurnedOffCount(): number {
  const { data, refetch } = useQuery(
    {
      queryKey: ['webhooks', 'turned-off'],
      queryFn: async ({ signal }) => {
        const { webhooks } = await request('GET', '/api/admin/webhooks', { area: 'admin', signal })
        return webhooks.filter(({ turnedOff }) => turnedOff !== null).length
      },
      gcTime: 0,
    },
    queryClient,
  )
  useEffect(() => subscribe('webhooks.changed', () => void refetch()), [refetch])
  return data ?? 0
}
