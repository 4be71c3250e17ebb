// All webhooks: the state of each, what it has delivered and what can be done with it, the form that creates or changes one, and its secret,
// which is shown once. The delivery log of a webhook opens below it.

import type { Webhook } from '@thirty/contracts/webhooks/api.ts'
import { maxWebhooks } from '@thirty/contracts/webhooks/webhooks.ts'
import {
  ChevronDown,
  CircleCheck,
  CircleMinus,
  Hourglass,
  KeyRound,
  Pencil,
  Plus,
  Send,
  Trash2,
  TriangleAlert,
} from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { request } from '../../shared/http/http.ts'
import { t, formatNumber } from '../../shared/i18n/t.ts'
import { untilGone, useLiveData } from '../../shared/live/live-data.ts'
import { paths } from '../../shared/navigation/router.ts'
import { AdminPage } from '../../shared/ui/page/page.tsx'
import { Button } from '../../shared/ui/controls/button.tsx'
import { IconButton } from '../../shared/ui/controls/icon-button.tsx'
import { CopyButton } from '../../shared/ui/controls/share-button.tsx'
import { BaseDialog, ConfirmedButton } from '../../shared/ui/dialog/dialog.tsx'
import { lazyDialog } from '../../shared/ui/dialog/lazy-dialog.tsx'
import { Badge, Banner, Card, Failure, type BadgeProps } from '../../shared/ui/display/surfaces.tsx'
import { Time } from '../../shared/ui/display/time.tsx'
import { EmptyState, Loaded, SkeletonRows } from '../../shared/ui/feedback/states.tsx'
import { toast } from '../../shared/ui/feedback/toast-store.ts'
import { Field } from '../../shared/ui/forms/field.tsx'
import { useFormSubmit } from '../../shared/ui/forms/use-form-submit.ts'
import { DeliveryLog } from './delivery-log.tsx'
import { allWebhooks } from './webhooks-data.ts'
import layout from '../../shared/styles/layout.module.css'
import css from './webhooks-screen.module.css'

const WebhookDialog = lazyDialog(async () => (await import('./webhook-dialog.tsx')).WebhookDialog)

export const WebhooksScreen = () => {
  const view = useLiveData(allWebhooks)
  const [form, setForm] = useState<{ webhook?: Webhook }>()
  const [secret, setSecret] = useState<Secret>()
  const addButton = useRef<HTMLButtonElement>(null)
  const isFull = view.data !== undefined && view.data.length >= maxWebhooks
  const add = (
    <Button
      ref={addButton}
      kind="primary"
      icon={<Plus />}
      disabled={isFull}
      reason={t('adminWebhooks.full', { count: maxWebhooks })}
      onClick={() => setForm({})}
    >
      {t('adminWebhooks.add')}
    </Button>
  )
  return (
    <AdminPage
      back={{ to: paths.admin.settings, label: t('adminWebhooks.backToSettings') }}
      title={t('common.webhooks')}
      note={t.rich('adminWebhooks.note', {
        link: (text) => (
          <a className={css.link} href="/api/docs#webhooks">
            {text}
          </a>
        ),
      })}
    >
      <Loaded
        view={view}
        loading={<SkeletonRows count={3} label={t('adminWebhooks.loading')} />}
        failed={t('adminWebhooks.failed')}
        empty={<EmptyState title={t('adminWebhooks.none')} text={t('adminWebhooks.noneText')} action={add} />}
      >
        {(webhooks) => (
          <>
            <div className={layout.cluster8}>{add}</div>
            <ul className={layout.stack16} aria-label={t('common.webhooks')}>
              {webhooks.map((webhook) => (
                <WebhookCard
                  key={webhook.id}
                  webhook={webhook}
                  onEdit={() => setForm({ webhook })}
                  onRotated={(newSecret) => setSecret({ secret: newSecret, isRotated: true })}
                  // Once the question no longer holds the focus.
                  onDeleted={() => requestAnimationFrame(() => addButton.current?.focus())}
                />
              ))}
            </ul>
          </>
        )}
      </Loaded>
      {/* Outside of the list: what is typed stays, also if another admin deletes the webhook or adds the first one meanwhile. */}
      {form && (
        <WebhookDialog
          {...form}
          onClose={() => setForm(undefined)}
          onCreated={(created) => setSecret({ secret: created, isRotated: false })}
        />
      )}
      {secret && <SecretDialog {...secret} onClose={() => setSecret(undefined)} />}
    </AdminPage>
  )
}

type WebhookCardProps = {
  webhook: Webhook
  onEdit: () => void
  /** Called with the new secret. */
  onRotated: (secret: string) => void
  onDeleted: () => void
}

const WebhookCard = ({ webhook, onEdit, onRotated, onDeleted }: WebhookCardProps) => {
  const { id, host, description, address, types, delivered, failed, waiting, lastTryAt } = webhook
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
            icon={<Pencil />}
            label={t('adminWebhooks.editWebhook', { host })}
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
  const exactly = (at: string) => ({ time: () => <Time at={at} exact="date-minute" /> })
  if (isOn && failingSince !== null)
    return <Banner kind="warning">{t.rich('adminWebhooks.failingSince', exactly(failingSince))}</Banner>
  if (oldSecretUntil === null) return null
  return <Banner kind="info">{t.rich('adminWebhooks.oldSecretUntil', exactly(oldSecretUntil))}</Banner>
}

type Secret = { secret: string; isRotated: boolean }

/** Shows a secret, once. Only its button closes it, so that nobody loses the secret by a press outside. */
const SecretDialog = ({ secret, isRotated, onClose }: Secret & { onClose: () => void }) => (
  <BaseDialog
    role="alertdialog"
    isDismissible={false}
    onClose={onClose}
    width={560}
    title={t('adminWebhooks.secretTitle')}
    description={t(isRotated ? 'adminWebhooks.secretRotatedText' : 'adminWebhooks.secretText')}
    actions={
      <span className={layout.formActions}>
        <CopyButton
          text={secret}
          copied={t('adminWebhooks.copied')}
          notCopied={t('adminWebhooks.notCopied')}
        />
        <Button kind="primary" onClick={onClose}>
          {t('common.done')}
        </Button>
      </span>
    }
  >
    <Field
      id="webhook-secret"
      className={css.secret}
      label={t('adminWebhooks.secret')}
      readOnly
      value={secret}
      onFocus={(event) => event.target.select()}
    />
  </BaseDialog>
)
