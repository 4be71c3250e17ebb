// All webhooks: create, change and delete them, replace their secrets, and look at their deliveries.

import type { Webhook } from '@thirty/contracts/webhooks/api.ts'
import { maxWebhooks } from '@thirty/contracts/webhooks/webhooks.ts'
import { Plus, Copy } from 'lucide-react'
import { useRef, useState } from 'react'
import { paths } from '../../shared/navigation/paths.ts'
import { Loaded } from '../../shared/live/loaded.tsx'
import { useLiveData } from '../../shared/live/live-data.ts'
import { lazyDialog } from '../../shared/ui/dialog/lazy-dialog.tsx'
import { BackLink } from '../../shared/ui/controls/back-link.tsx'
import { Button } from '../../shared/ui/controls/button.tsx'
import { SkeletonRows } from '../../shared/ui/feedback/skeleton.tsx'
import { EmptyState } from '../../shared/ui/feedback/states.tsx'
import { AdminPage } from '../../shared/ui/page/admin-page.tsx'
import { t } from '../../shared/i18n/t.ts'
import { RequestDialog } from '../../shared/ui/dialog/request-dialog.tsx'
import { toast } from '../../shared/ui/feedback/toast-store.ts'
import { BaseDialog } from '../../shared/ui/dialog/base-dialog.tsx'
import { copyText } from '../../shared/ui/feedback/copy-text.ts'
import { Field } from '../../shared/ui/forms/field.tsx'
import { WebhookCard } from './webhook-card.tsx'
import { allWebhooks, deleteWebhook, rotateSecret, showOwnChange } from './webhooks-data.ts'
import layout from '../../shared/styles/layout.module.css'
import css from './webhooks-screen.module.css'

const WebhookDialog = lazyDialog(async () => (await import('./webhook-dialog.tsx')).WebhookDialog)

type OpenDialog =
  | { kind: 'create' }
  | { kind: 'edit' | 'rotate' | 'delete'; webhook: Webhook }
  | { kind: 'secret'; secret: string; isRotated: boolean }

export const WebhooksScreen = () => {
  const view = useLiveData(allWebhooks)
  const [dialog, setDialog] = useState<OpenDialog>()
  const addButton = useRef<HTMLButtonElement>(null)
  const isFull = view.data !== undefined && view.data.length >= maxWebhooks
  const add = (
    <Button
      ref={addButton}
      kind="primary"
      icon={<Plus />}
      disabled={isFull}
      reason={isFull ? t('adminWebhooks.full', { count: maxWebhooks }) : undefined}
      onClick={() => setDialog({ kind: 'create' })}
    >
      {t('adminWebhooks.add')}
    </Button>
  )
  return (
    <AdminPage
      back={<BackLink to={paths.admin.settings} label={t('adminWebhooks.backToSettings')} />}
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
        empty={
          <EmptyState title={t('adminWebhooks.none')} action={add}>
            {t('adminWebhooks.noneText')}
          </EmptyState>
        }
      >
        {(webhooks) => (
          <>
            <div className={layout.cluster8}>{add}</div>
            <ul className={layout.stack16} aria-label={t('common.webhooks')}>
              {webhooks.map((webhook) => (
                <WebhookCard
                  key={webhook.id}
                  webhook={webhook}
                  onAction={(kind) => setDialog({ kind, webhook })}
                />
              ))}
            </ul>
          </>
        )}
      </Loaded>
      {dialog && (
        <WebhookDialogs
          dialog={dialog}
          onChange={setDialog}
          // Once the dialog no longer holds the focus.
          onDeleted={() => requestAnimationFrame(() => addButton.current?.focus())}
        />
      )}
    </AdminPage>
  )
}

type WebhookDialogsProps = {
  dialog: OpenDialog
  /** Shows another dialog, or none. */
  onChange: (dialog?: OpenDialog) => void
  /** Called after the dialog was closed: the button that opened it is gone. */
  onDeleted: () => void
}

/** The form of a webhook, the questions before its secret is replaced or it is deleted, and its secret. */
const WebhookDialogs = ({ dialog, onChange, onDeleted }: WebhookDialogsProps) => {
  const close = () => onChange()
  switch (dialog.kind) {
    case 'create':
    case 'edit':
      return (
        <WebhookDialog
          webhook={dialog.kind === 'edit' ? dialog.webhook : undefined}
          onClose={close}
          onCreated={(secret) => onChange({ kind: 'secret', secret, isRotated: false })}
        />
      )
    case 'rotate':
      return (
        <RequestDialog
          title={t('adminWebhooks.rotateQuestion')}
          description={t('adminWebhooks.rotateText', { host: dialog.webhook.host })}
          confirmLabel={t('adminWebhooks.rotate')}
          busyText={t('adminWebhooks.rotating')}
          failureText={t('adminWebhooks.rotateFailed')}
          send={() => rotateSecret(dialog.webhook.id)}
          onDone={({ secret }) => {
            void showOwnChange()
            onChange({ kind: 'secret', secret, isRotated: true })
          }}
          onClose={close}
        />
      )
    case 'delete':
      return (
        <RequestDialog
          kind="danger"
          title={t('adminWebhooks.deleteQuestion')}
          description={t('adminWebhooks.deleteText', { host: dialog.webhook.host })}
          confirmLabel={t('common.delete')}
          busyText={t('adminWebhooks.deleting')}
          failureText={t('adminWebhooks.deleteFailed')}
          send={async () => {
            await deleteWebhook(dialog.webhook.id)
            await showOwnChange()
            return 'deleted'
          }}
          onDone={() => {
            toast({ kind: 'success', text: t('common.webhookDeleted') })
            close()
            onDeleted()
          }}
          onClose={close}
        />
      )
    case 'secret':
      return <SecretDialog {...dialog} onClose={close} />
  }
}

type SecretDialogProps = { secret: string; isRotated: boolean; onClose: () => void }

/** Shows a secret, once. Only its button closes it, so that nobody loses the secret by a press outside. */
const SecretDialog = ({ secret, isRotated, onClose }: SecretDialogProps) => {
  const copy = () =>
    copyText(secret, { copied: t('adminWebhooks.copied'), notCopied: t('adminWebhooks.notCopied') })
  return (
    <BaseDialog
      role="alertdialog"
      isDismissible={false}
      onClose={onClose}
      width={560}
      title={t('adminWebhooks.secretTitle')}
      description={t(isRotated ? 'adminWebhooks.secretRotatedText' : 'adminWebhooks.secretText')}
      actions={
        <span className={layout.formActions}>
          <Button icon={<Copy />} onClick={() => void copy()}>
            {t('common.copy')}
          </Button>
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
}
