import type { Webhook } from '@thirty/contracts/api/admin/webhooks.ts'
import { maxWebhooks } from '@thirty/contracts/rules/webhooks.ts'
import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { paths } from '../../shared/navigation/paths.ts'
import { BackLink } from '../../shared/ui/controls/back-link.tsx'
import { Button } from '../../shared/ui/controls/button.tsx'
import { Banner } from '../../shared/ui/feedback/banner.tsx'
import { SkeletonRows } from '../../shared/ui/feedback/skeleton.tsx'
import { EmptyState, ErrorState } from '../../shared/ui/feedback/states.tsx'
import { AdminPage } from '../../shared/ui/page/admin-page.tsx'
import { DeleteWebhookDialog, RotateSecretDialog } from './question-dialogs.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { useWebhooks } from './use-webhooks.ts'
import { WebhookCard } from './webhook-card.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'
import { t } from './messages/t.ts'
import css from './webhooks-screen.module.css'

type OpenDialog =
  | { kind: 'create' }
  | { kind: 'edit' | 'rotate' | 'delete'; webhook: Webhook }
  | { kind: 'secret'; secret: string; isRotated: boolean }

/** All webhooks: create, change and delete them, replace their secrets, and look at their deliveries. */
export const WebhooksScreen = () => {
  const view = useWebhooks()
  const [dialog, setDialog] = useState<OpenDialog>()
  const addButton = useRef<HTMLButtonElement>(null)
  const close = () => setDialog(undefined)
  const isFull = view.state === 'ready' && view.value.length >= maxWebhooks
  const add = (
    <Button
      ref={addButton}
      kind="primary"
      icon={<Plus aria-hidden="true" />}
      disabled={isFull}
      reason={isFull ? t('full', { count: maxWebhooks }) : undefined}
      onClick={() => setDialog({ kind: 'create' })}
    >
      {t('add')}
    </Button>
  )
  return (
    <AdminPage
      back={<BackLink to={paths.admin.settings} label={t('backToSettings')} />}
      title={t('title')}
      note={t.rich('note', {
        link: (text) => (
          <a className={css.link} href="/api/docs#webhooks">
            {text}
          </a>
        ),
      })}
    >
      {view.state === 'loading' && <SkeletonRows count={3} label={t('loading')} />}
      {view.state === 'failed' && (
        <ErrorState title={t('failed')} onRetry={view.retry}>
          {view.message}
        </ErrorState>
      )}
      {view.state === 'ready' && view.isOutdated && (
        <Banner kind="warning" title={t('outOfDate')} live>
          {t('outOfDateText')}
        </Banner>
      )}
      {view.state === 'ready' && view.value.length === 0 && (
        <EmptyState title={t('none')} action={add}>
          {t('noneText')}
        </EmptyState>
      )}
      {view.state === 'ready' && view.value.length > 0 && (
        <>
          <div className={css.tools}>{add}</div>
          <ul className={css.list} aria-label={t('webhooks')}>
            {view.value.map((webhook) => (
              <WebhookCard
                key={webhook.id}
                webhook={webhook}
                onEdit={() => setDialog({ kind: 'edit', webhook })}
                onRotate={() => setDialog({ kind: 'rotate', webhook })}
                onDelete={() => setDialog({ kind: 'delete', webhook })}
              />
            ))}
          </ul>
        </>
      )}
      {(dialog?.kind === 'create' || dialog?.kind === 'edit') && (
        <WebhookDialog
          webhook={dialog.kind === 'edit' ? dialog.webhook : undefined}
          onClose={close}
          onCreated={(secret) => setDialog({ kind: 'secret', secret, isRotated: false })}
        />
      )}
      {dialog?.kind === 'rotate' && (
        <RotateSecretDialog
          webhook={dialog.webhook}
          onClose={close}
          onRotated={(secret) => setDialog({ kind: 'secret', secret, isRotated: true })}
        />
      )}
      {dialog?.kind === 'delete' && (
        <DeleteWebhookDialog
          webhook={dialog.webhook}
          onClose={close}
          // Once the dialog no longer holds the focus.
          onDeleted={() => requestAnimationFrame(() => addButton.current?.focus())}
        />
      )}
      {dialog?.kind === 'secret' && <SecretDialog {...dialog} onClose={close} />}
    </AdminPage>
  )
}
