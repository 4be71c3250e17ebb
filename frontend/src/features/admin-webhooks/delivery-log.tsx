import type { Delivery, Webhook } from '@thirty/contracts/api/admin/webhooks.ts'
import { Banner } from '../../shared/ui/feedback/banner.tsx'
import { SkeletonRows } from '../../shared/ui/feedback/skeleton.tsx'
import { ErrorState } from '../../shared/ui/feedback/states.tsx'
import { DeliveryRow } from './delivery-row.tsx'
import { useDeliveries } from './use-webhooks.ts'
import { t } from './messages/t.ts'
import css from './webhooks-screen.module.css'

/** The deliveries of a webhook, the newest first. */
export const DeliveryLog = ({ id, webhook }: { id: string; webhook: Webhook }) => {
  const view = useDeliveries(webhook.id)
  return (
    <section id={id} className={css.log} aria-label={t('deliveries', { host: webhook.host })}>
      {view.state === 'loading' && <SkeletonRows count={3} label={t('loadingDeliveries')} />}
      {view.state === 'failed' && (
        <ErrorState compact heading="h3" title={t('deliveriesFailed')} onRetry={view.retry}>
          {view.message}
        </ErrorState>
      )}
      {view.state === 'ready' && (
        <>
          {view.isOutdated && (
            <Banner kind="warning" title={t('outOfDate')} live>
              {t('outOfDateText')}
            </Banner>
          )}
          <Deliveries deliveries={view.value.deliveries} total={view.value.total} webhook={webhook} />
        </>
      )}
    </section>
  )
}

type DeliveriesProps = { deliveries: readonly Delivery[]; total: number; webhook: Webhook }

const Deliveries = ({ deliveries, total, webhook }: DeliveriesProps) => {
  if (deliveries.length === 0) return <p className={css.quiet}>{t('noDeliveries')}</p>
  return (
    <>
      <ul className={css.deliveries} aria-label={t('deliveries', { host: webhook.host })}>
        {deliveries.map((delivery) => (
          <DeliveryRow key={delivery.id} delivery={delivery} webhookId={webhook.id} />
        ))}
      </ul>
      {total > deliveries.length && (
        <p className={css.quiet}>{t('newestOf', { count: deliveries.length, total })}</p>
      )}
    </>
  )
}
