// All webhooks, the form that creates or changes one, and its secret, which is shown once.

import type { Webhook } from '@thirty/contracts/webhooks/api.ts'
import { maxWebhooks } from '@thirty/contracts/webhooks/webhooks.ts'
import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { paths } from '../../shared/navigation/router.ts'
import { useLiveData } from '../../shared/live/live-data.ts'
import { lazyDialog } from '../../shared/ui/dialog/lazy-dialog.tsx'
import { BackLink } from '../../shared/ui/controls/back-link.tsx'
import { Button } from '../../shared/ui/controls/button.tsx'
import { SkeletonRows, EmptyState, Loaded } from '../../shared/ui/feedback/states.tsx'
import { AdminPage } from '../../shared/ui/page/admin-page.tsx'
import { t } from '../../shared/i18n/t.ts'
import { BaseDialog } from '../../shared/ui/dialog/dialog.tsx'
import { CopyButton } from '../../shared/ui/controls/share-button.tsx'
import { Field } from '../../shared/ui/forms/field.tsx'
import { WebhookCard } from './webhook-card.tsx'
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
      reason={isFull ? t('adminWebhooks.full', { count: maxWebhooks }) : undefined}
      onClick={() => setForm({})}
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
