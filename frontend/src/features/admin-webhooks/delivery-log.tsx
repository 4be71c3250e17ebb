// The deliveries of a webhook, the newest first.

import type { Delivery, Webhook } from '@thirty/contracts/webhooks/api.ts'
import { Loaded } from '../../shared/live/loaded.tsx'
import { useLiveData } from '../../shared/live/live-data.ts'
import { SkeletonRows } from '../../shared/ui/feedback/skeleton.tsx'
import { DeliveryRow } from './delivery-row.tsx'
import { deliveriesOf } from './webhooks-data.ts'
import { t } from '../../shared/i18n/t.ts'
import words from '../../shared/styles/words.module.css'
import css from './webhooks-screen.module.css'

export const DeliveryLog = ({ id, webhook }: { id: string; webhook: Webhook }) => (
  <section id={id} className={css.log} aria-label={t('adminWebhooks.deliveries', { host: webhook.host })}>
    <Loaded
      view={useLiveData(deliveriesOf, webhook.id)}
      loading={<SkeletonRows count={3} label={t('adminWebhooks.loadingDeliveries')} />}
      failed={t('adminWebhooks.deliveriesFailed')}
      empty={<p className={words.quiet}>{t('adminWebhooks.noDeliveries')}</p>}
      compact
      heading="h3"
    >
      {({ deliveries, total }) => <Deliveries deliveries={deliveries} total={total} webhook={webhook} />}
    </Loaded>
  </section>
)

type DeliveriesProps = { deliveries: readonly Delivery[]; total: number; webhook: Webhook }

const Deliveries = ({ deliveries, total, webhook }: DeliveriesProps) => (
  <>
    <ul aria-label={t('adminWebhooks.deliveries', { host: webhook.host })}>
      {deliveries.map((delivery) => (
        <DeliveryRow key={delivery.id} delivery={delivery} webhookId={webhook.id} />
      ))}
    </ul>
    {total > deliveries.length && (
      <p className={words.quiet}>{t('adminWebhooks.newestOf', { count: deliveries.length, total })}</p>
    )}
  </>
)
