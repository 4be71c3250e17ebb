// One webhook: its state, what it has delivered, and what can be done with it. Its delivery log opens below.

import type { Webhook } from '@thirty/contracts/webhooks/api.ts'
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
import { request } from '../../shared/http/http.ts'
import { untilGone } from '../../shared/live/live-data.ts'
import { useFormSubmit } from '../../shared/ui/forms/use-form-submit.ts'
import { Button } from '../../shared/ui/controls/button.tsx'
import { IconButton } from '../../shared/ui/controls/icon-button.tsx'
import { ConfirmedButton } from '../../shared/ui/dialog/alert-dialog.tsx'
import { Badge, type BadgeProps, Card, Banner, Failure } from '../../shared/ui/display/surfaces.tsx'
import { Time } from '../../shared/ui/display/time.tsx'
import { toast } from '../../shared/ui/feedback/toast-store.ts'
import { DeliveryLog } from './delivery-log.tsx'
import { allWebhooks } from './webhooks-data.ts'
import { t, formatNumber } from '../../shared/i18n/t.ts'
import layout from '../../shared/styles/layout.module.css'
import css from './webhooks-screen.module.css'

type WebhookCardProps = {
  webhook: Webhook
  onEdit: () => void
  /** Called with the new secret. */
  onRotated: (secret: string) => void
  onDeleted: () => void
}

export const WebhookCard = ({ webhook, onEdit, onRotated, onDeleted }: WebhookCardProps) => {
  const { id, host, description, address } = webhook
  const [isOpen, setIsOpen] = useState(false)
  const logId = useId()
  const ofWebhook = { params: { webhookId: id } } as const
  const test = useFormSubmit(t('adminWebhooks.testFailed'))
  const sendTest = async () => {
    await request('POST', '/api/admin/webhooks/:webhookId/ping', ofWebhook)
    toast({ id: 'webhook-test', kind: 'success', text: t('adminWebhooks.testSent') })
    setIsOpen(true)
  }
  return (
    <Card as="li" className={layout.stack16}>
      <div className={css.head}>
        <div className={css.words}>
          <h2 className={css.name} dir="auto">
            {description === '' ? host : description}
          </h2>
          <p className={css.address}>
            <bdi>{address ?? host}</bdi>
          </p>
        </div>
        <Badge {...stateOf(webhook)} />
      </div>
      <Notice webhook={webhook} />
      <Facts webhook={webhook} />
      <Failure text={test.failure} />
      <div className={layout.cluster8}>
        <Button
          size="small"
          aria-expanded={isOpen}
          aria-controls={isOpen ? logId : undefined}
          iconEnd={<ChevronDown className={css.arrow} data-open={isOpen || undefined} />}
          onClick={() => setIsOpen(!isOpen)}
        >
          {t('adminWebhooks.showDeliveries')}
        </Button>
        <Button
          size="small"
          icon={<Send />}
          busyText={t('adminWebhooks.sendingTest')}
          {...test.button(sendTest)}
        >
          {t('adminWebhooks.sendTest')}
        </Button>
        <span className={css.icons}>
          <IconButton
            kind="secondary"
            label={t('adminWebhooks.editWebhook', { host })}
            icon={<Pencil />}
            onClick={onEdit}
          />
          <ConfirmedButton
            isIcon
            kind="secondary"
            icon={<KeyRound />}
            label={t('adminWebhooks.rotate')}
            aria-label={t('adminWebhooks.replaceSecretOf', { host })}
            title={t('adminWebhooks.rotateQuestion')}
            description={t('adminWebhooks.rotateText', { host })}
            busyText={t('adminWebhooks.rotating')}
            failureText={t('adminWebhooks.rotateFailed')}
            run={async () => {
              const { secret } = await request('POST', '/api/admin/webhooks/:webhookId/rotate', ofWebhook)
              void allWebhooks.refresh()
              onRotated(secret)
            }}
          />
          <ConfirmedButton
            isIcon
            kind="secondary"
            icon={<Trash2 />}
            isDangerous
            label={t('common.delete')}
            aria-label={t('adminWebhooks.deleteWebhook', { host })}
            title={t('adminWebhooks.deleteQuestion')}
            description={t('adminWebhooks.deleteText', { host })}
            busyText={t('adminWebhooks.deleting')}
            failureText={t('adminWebhooks.deleteFailed')}
            run={async () => {
              const deletion = request('DELETE', '/api/admin/webhooks/:webhookId', ofWebhook)
              await allWebhooks.after(untilGone(deletion))
              onDeleted()
            }}
            doneText={t('common.webhookDeleted')}
          />
        </span>
      </div>
      {isOpen && <DeliveryLog id={logId} webhook={webhook} />}
    </Card>
  )
}

function stateOf({ address, isOn, turnedOff, failingSince, lastSuccessAt }: Webhook): BadgeProps {
  const alarm = <TriangleAlert />
  if (address === null) return { tone: 'danger', icon: alarm, label: t('adminWebhooks.unreadable') }
  if (turnedOff !== null) return { tone: 'danger', icon: alarm, label: t('adminWebhooks.turnedOff') }
  if (!isOn) return { icon: <CircleMinus />, label: t('common.off') }
  if (failingSince !== null) return { tone: 'warning', icon: alarm, label: t('adminWebhooks.failing') }
  if (lastSuccessAt === null) return { icon: <Hourglass />, label: t('adminWebhooks.unused') }
  return { tone: 'success', icon: <CircleCheck />, label: t('adminWebhooks.healthy') }
}

/** What an admin has to know or to do about a webhook. */
const Notice = ({ webhook }: { webhook: Webhook }) => {
  const { address, isOn, turnedOff, failingSince, oldSecretUntil } = webhook
  if (address === null) return <Banner kind="danger">{t('adminWebhooks.unreadableText')}</Banner>
  if (turnedOff === 'gone') return <Banner kind="danger">{t('adminWebhooks.turnedOffGone')}</Banner>
  if (turnedOff !== null) return <Banner kind="danger">{t('adminWebhooks.turnedOffFailing')}</Banner>
  const exactly = (at: string) => () => <Time at={at} exact="date-minute" />
  if (isOn && failingSince !== null)
    return (
      <Banner kind="warning">{t.rich('adminWebhooks.failingSince', { time: exactly(failingSince) })}</Banner>
    )
  if (oldSecretUntil === null) return null
  return (
    <Banner kind="info">{t.rich('adminWebhooks.oldSecretUntil', { time: exactly(oldSecretUntil) })}</Banner>
  )
}

const Facts = ({ webhook }: { webhook: Webhook }) => {
  const { types, lastTryAt, delivered, failed, waiting } = webhook
  return (
    <p className={css.facts}>
      <span>{t('adminWebhooks.eventTypes', { count: types.length })}</span>
      <span>{t.rich('adminWebhooks.deliveredCount', { count: formatNumber(delivered) })}</span>
      {failed > 0 && <span>{t.rich('adminWebhooks.failedCount', { count: formatNumber(failed) })}</span>}
      {waiting > 0 && <span>{t.rich('adminWebhooks.waitingCount', { count: formatNumber(waiting) })}</span>}
      <span>
        {lastTryAt === null
          ? t('adminWebhooks.notTried')
          : t.rich('adminWebhooks.lastTry', { time: () => <Time at={lastTryAt} /> })}
      </span>
    </p>
  )
}
