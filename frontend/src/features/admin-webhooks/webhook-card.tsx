import type { Webhook } from '@thirty/contracts/api/admin/webhooks.ts'
import {
  ChevronDown,
  CircleCheck,
  CircleMinus,
  Hourglass,
  KeyRound,
  Pencil,
  Send,
  Trash2,
  TriangleAlert,
} from 'lucide-react'
import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { useFormSubmit } from '../../shared/http/use-form-submit.ts'
import { formatNumber } from '../../shared/i18n/locale.ts'
import { Button } from '../../shared/ui/controls/button.tsx'
import { IconButton } from '../../shared/ui/controls/icon-button.tsx'
import { Badge } from '../../shared/ui/display/badge.tsx'
import { Card } from '../../shared/ui/display/card.tsx'
import { Time } from '../../shared/ui/display/time.tsx'
import { Banner } from '../../shared/ui/feedback/banner.tsx'
import { toast } from '../../shared/ui/feedback/toast-store.ts'
import { DeliveryLog } from './delivery-log.tsx'
import { sendTestEvent } from './webhooks-data.ts'
import { t } from './messages/t.ts'
import css from './webhooks-screen.module.css'

type WebhookCardProps = { webhook: Webhook; onEdit: () => void; onRotate: () => void; onDelete: () => void }

/** One webhook: its state, what it has delivered, and what can be done with it. Its delivery log opens below. */
export const WebhookCard = ({ webhook, onEdit, onRotate, onDelete }: WebhookCardProps) => {
  const { id, host, description, address } = webhook
  const [isOpen, setIsOpen] = useState(false)
  const logId = useId()
  const test = useFormSubmit(t('testFailed'))
  const sendTest = async () => {
    if ((await test.run(() => sendTestEvent(id))) === undefined) return
    toast({ id: 'webhook-test', kind: 'success', text: t('testSent') })
    setIsOpen(true)
  }
  return (
    <Card as="li" className={css.card}>
      <div className={css.head}>
        <div className={css.words}>
          <h2 className={css.name} dir="auto">
            {description === '' ? host : description}
          </h2>
          <p className={css.address}>
            <bdi>{address ?? host}</bdi>
          </p>
        </div>
        <StateBadge webhook={webhook} />
      </div>
      <Notice webhook={webhook} />
      <Facts webhook={webhook} />
      {test.failure !== undefined && (
        <Banner kind="danger" live>
          {test.failure}
        </Banner>
      )}
      <div className={css.actions}>
        <Button
          size="small"
          aria-expanded={isOpen}
          aria-controls={isOpen ? logId : undefined}
          iconEnd={<ChevronDown aria-hidden="true" className={css.arrow} data-open={isOpen || undefined} />}
          onClick={() => setIsOpen(!isOpen)}
        >
          {t('showDeliveries')}
        </Button>
        <Button
          size="small"
          icon={<Send aria-hidden="true" />}
          busy={test.pending}
          busyText={t('sendingTest')}
          onClick={() => void sendTest()}
        >
          {t('sendTest')}
        </Button>
        <span className={css.icons}>
          <IconButton
            kind="secondary"
            label={t('editWebhook', { host })}
            icon={<Pencil aria-hidden="true" />}
            onClick={onEdit}
          />
          <IconButton
            kind="secondary"
            label={t('replaceSecretOf', { host })}
            icon={<KeyRound aria-hidden="true" />}
            onClick={onRotate}
          />
          <IconButton
            kind="secondary"
            label={t('deleteWebhook', { host })}
            icon={<Trash2 aria-hidden="true" />}
            onClick={onDelete}
          />
        </span>
      </div>
      {isOpen && <DeliveryLog id={logId} webhook={webhook} />}
    </Card>
  )
}

const StateBadge = ({ webhook }: { webhook: Webhook }) => {
  const { address, isOn, turnedOff, failingSince, lastSuccessAt } = webhook
  if (address === null)
    return (
      <Badge tone="danger" icon={<TriangleAlert />}>
        {t('unreadable')}
      </Badge>
    )
  if (turnedOff !== null)
    return (
      <Badge tone="danger" icon={<TriangleAlert />}>
        {t('turnedOff')}
      </Badge>
    )
  if (!isOn) return <Badge icon={<CircleMinus />}>{t('off')}</Badge>
  if (failingSince !== null)
    return (
      <Badge tone="warning" icon={<TriangleAlert />}>
        {t('failing')}
      </Badge>
    )
  return lastSuccessAt === null ? (
    <Badge icon={<Hourglass />}>{t('unused')}</Badge>
  ) : (
    <Badge tone="success" icon={<CircleCheck />}>
      {t('healthy')}
    </Badge>
  )
}

/** What an admin has to know or to do about a webhook. */
const Notice = ({ webhook }: { webhook: Webhook }) => {
  const { address, isOn, turnedOff, failingSince, oldSecretUntil } = webhook
  if (address === null) return <Banner kind="danger">{t('unreadableText')}</Banner>
  if (turnedOff !== null)
    return <Banner kind="danger">{t(turnedOff === 'gone' ? 'turnedOffGone' : 'turnedOffFailing')}</Banner>
  if (isOn && failingSince !== null)
    return (
      <Banner kind="warning">
        {t.rich('failingSince', { time: () => <Time at={failingSince} exact="date-minute" /> })}
      </Banner>
    )
  if (oldSecretUntil === null) return null
  return (
    <Banner kind="info">
      {t.rich('oldSecretUntil', { time: () => <Time at={oldSecretUntil} exact="date-minute" /> })}
    </Banner>
  )
}

const Facts = ({ webhook }: { webhook: Webhook }) => {
  const { types, lastTryAt, delivered, failed, waiting } = webhook
  const b = (text: ReactNode) => <b>{text}</b>
  return (
    <p className={css.facts}>
      <span>{t('eventTypes', { count: types.length })}</span>
      <span>{t.rich('deliveredCount', { count: formatNumber(delivered), b })}</span>
      {failed > 0 && <span>{t.rich('failedCount', { count: formatNumber(failed), b })}</span>}
      {waiting > 0 && <span>{t.rich('waitingCount', { count: formatNumber(waiting), b })}</span>}
      <span>
        {lastTryAt === null ? t('notTried') : t.rich('lastTry', { time: () => <Time at={lastTryAt} /> })}
      </span>
    </p>
  )
}
