// All webhooks: create, change and delete them, replace their secrets, and look at their deliveries.

import type { Webhook } from '@thirty/contracts/webhooks/api.ts'
import { maxWebhooks } from '@thirty/contracts/webhooks/webhooks.ts'
import { Plus } from 'lucide-react'
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
import { DeleteWebhookDialog, RotateSecretDialog } from './question-dialogs.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { WebhookCard } from './webhook-card.tsx'
import { allWebhooks } from './webhooks-data.ts'
import { t } from '../../shared/i18n/t.ts'
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
  const close = () => setDialog(undefined)
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
                  onEdit={() => setDialog({ kind: 'edit', webhook })}
                  onRotate={() => setDialog({ kind: 'rotate', webhook })}
                  onDelete={() => setDialog({ kind: 'delete', webhook })}
                />
              ))}
            </ul>
          </>
        )}
      </Loaded>
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
