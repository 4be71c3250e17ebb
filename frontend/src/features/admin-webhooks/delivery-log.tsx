// The deliveries of a webhook, the newest first.

import type { Delivery, Webhook, DeliveryTry } from '@thirty/contracts/webhooks/api.ts'
import { ChevronDown, RefreshCw } from 'lucide-react'
import { useId, useState } from 'react'
import { useLiveData } from '../../shared/live/live-data.ts'
import { SkeletonRows, Loaded } from '../../shared/ui/feedback/states.tsx'
import { t, formatNumber } from '../../shared/i18n/t.ts'
import { request } from '../../shared/http/http.ts'
import { useFormSubmit } from '../../shared/ui/forms/use-form-submit.ts'
import { Button } from '../../shared/ui/controls/button.tsx'
import { Badge, type BadgeProps, Failure } from '../../shared/ui/display/surfaces.tsx'
import { Time } from '../../shared/ui/display/time.tsx'
import { toast } from '../../shared/ui/feedback/toast-store.ts'
import { deliveriesOf, typeLabels } from './webhooks-data.ts'
import words from '../../shared/styles/words.module.css'
import layout from '../../shared/styles/layout.module.css'
import css from './webhooks-screen.module.css'

export const DeliveryLog = ({ id, webhook }: { id: string; webhook: Webhook }) => (
  <section id={id} className={css.log} aria-label={t('adminWebhooks.deliveries', { host: webhook.host })}>
    <Loaded
      view={useLiveData(deliveriesOf, webhook.id)}
      loading={<SkeletonRows count={3} label={t('adminWebhooks.loadingDeliveries')} />}
      failed={t('adminWebhooks.deliveriesFailed')}
      empty={<p className={words.quiet}>{t('adminWebhooks.noDeliveries')}</p>}
      compact
    >
      {({ deliveries, total }) => (
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
      )}
    </Loaded>
  </section>
)

type DeliveryRowProps = { delivery: Delivery; webhookId: string }

/** One delivery. A press shows its tries and its payload. */
const DeliveryRow = ({ delivery, webhookId }: DeliveryRowProps) => {
  const { type, createdAt, tries, tryCount, nextTryAt } = delivery
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const [last] = tries
  return (
    <li className={css.delivery}>
      <button
        type="button"
        className={css.toggle}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        <span className={css.type}>
          <strong>{typeLabels[type]}</strong>
          <code>{type}</code>
        </span>
        <span className={css.outcome}>
          <Badge {...stateOf(delivery)} />
          {last !== undefined && <span>{answerOf(last)}</span>}
        </span>
        <span className={css.when}>
          <Time at={createdAt} />
          <span>{t('adminWebhooks.tryCount', { count: tryCount })}</span>
          {nextTryAt !== null && tryCount > 0 && (
            <span>
              {t.rich('adminWebhooks.nextTry', { time: () => <Time at={nextTryAt} exact="minute" /> })}
            </span>
          )}
        </span>
        <ChevronDown size={18} className={css.arrow} data-open={isOpen || undefined} />
      </button>
      {isOpen && <Details id={id} delivery={delivery} webhookId={webhookId} />}
    </li>
  )
}

const Details = ({ id, delivery, webhookId }: DeliveryRowProps & { id: string }) => {
  const again = useFormSubmit(t('adminWebhooks.sendAgainFailed'))
  return (
    <div id={id} className={css.details}>
      {delivery.tries.length > 0 && (
        <>
          <h3 className={css.label}>{t('common.attempts')}</h3>
          <ul className={layout.stack8}>
            {delivery.tries.map((one) => (
              <li key={one.at}>
                <p className={css.facts}>
                  <strong>{answerOf(one)}</strong>
                  <Time at={one.at} exact="date-minute" />
                  <span>{t('adminWebhooks.duration', { count: formatNumber(one.durationMs) })}</span>
                </p>
                {one.status !== null &&
                  (one.response.trim() === '' ? (
                    <p className={words.quiet}>{t('adminWebhooks.emptyResponse')}</p>
                  ) : (
                    <pre className={css.response} dir="auto">
                      {one.response}
                    </pre>
                  ))}
              </li>
            ))}
          </ul>
        </>
      )}
      <h3 className={css.label}>{t('adminWebhooks.payload')}</h3>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must be reachable by keyboard */}
      <pre className={css.code} tabIndex={0} role="region" aria-label={t('adminWebhooks.payload')}>
        {formatJson(delivery.body)}
      </pre>
      <p className={words.quiet}>
        {t.rich('adminWebhooks.messageId', {
          id: delivery.id,
          code: (id) => <code className={words.anywhere}>{id}</code>,
        })}
      </p>
      <Failure text={again.failure} />
      <div className={layout.cluster8}>
        <Button
          size="small"
          icon={<RefreshCw />}
          busyText={t('adminWebhooks.sendingTest')}
          {...again.button(async () => {
            const params = { webhookId, deliveryId: delivery.id }
            const path = '/api/admin/webhooks/:webhookId/deliveries/:deliveryId/send'
            await request('POST', path, { params })
            toast({ id: 'webhook-again', kind: 'success', text: t('adminWebhooks.sentAgain') })
          })}
        >
          {t('common.sendAgain')}
        </Button>
      </div>
    </div>
  )
}

/** Why a try has no answer at all. */
const errorLabels: Readonly<Record<NonNullable<DeliveryTry['error']>, string>> = {
  timeout: t('adminWebhooks.errorTimeout'),
  connection: t('adminWebhooks.errorConnection'),
  tls: t('adminWebhooks.errorTls'),
  name: t('adminWebhooks.errorName'),
  'not-public': t('adminWebhooks.errorNotPublic'),
  address: t('adminWebhooks.errorAddress'),
  unreadable: t('adminWebhooks.errorUnreadable'),
}

const answerOf = ({ status, error }: DeliveryTry): string =>
  status === null
    ? error === null
      ? ''
      : errorLabels[error]
    : t('adminWebhooks.status', { status: String(status) })

const states: Readonly<Record<Delivery['state'], BadgeProps>> = {
  waiting: { tone: 'info', label: t('common.waiting') },
  delivered: { tone: 'success', label: t('adminWebhooks.deliveryDelivered') },
  failed: { tone: 'danger', label: t('adminWebhooks.deliveryFailed') },
  cancelled: { tone: 'neutral', label: t('adminWebhooks.deliveryCancelled') },
  dropped: { tone: 'danger', label: t('adminWebhooks.deliveryDropped') },
}

const stateOf = ({ state, tryCount }: Delivery): BadgeProps =>
  state === 'waiting' && tryCount > 0
    ? { tone: 'warning', label: t('adminWebhooks.deliveryRetrying') }
    : states[state]

/** The payload with line breaks, as people read it. */
function formatJson(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
