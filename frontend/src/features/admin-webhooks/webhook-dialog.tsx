// Creates a webhook or changes its settings.

import type { Webhook } from '@thirty/contracts/webhooks/api.ts'
import {
  maxWebhookDescriptionLength,
  webhookTypes,
  type WebhookType,
} from '@thirty/contracts/webhooks/webhooks.ts'
import { useId } from 'react'
import { request } from '../../shared/http/http.ts'
import { Checkbox, Switch } from '../../shared/ui/forms/choice.tsx'
import { Field } from '../../shared/ui/forms/field.tsx'
import { FormDialog } from '../../shared/ui/forms/form-dialog.tsx'
import { t } from '../../shared/i18n/t.ts'
import { allWebhooks, typeLabels } from './webhooks-data.ts'
import words from '../../shared/styles/words.module.css'
import css from './webhooks-screen.module.css'

const exampleAddress = 'https://hooks.example.com/thirty'

type WebhookDialogProps = {
  /** The webhook to change; a new one when missing. */
  webhook?: Webhook
  onClose: () => void
  onCreated?: (secret: string) => void
}

export const WebhookDialog = ({ webhook, onClose, onCreated }: WebhookDialogProps) => (
  <FormDialog
    title={t(webhook === undefined ? 'adminWebhooks.createTitle' : 'adminWebhooks.editTitle')}
    width={640}
    schema={async () => (await import('@thirty/contracts/webhooks/api.ts')).webhookSettings}
    defaultValues={{
      address: webhook?.address ?? '',
      description: webhook?.description ?? '',
      types: webhookTypes.filter((type) => webhook === undefined || webhook.types.includes(type)),
      isOn: webhook?.isOn ?? true,
    }}
    send={async (body) => {
      if (!webhook) return allWebhooks.after(request('POST', '/api/admin/webhooks', { body }))
      const params = { webhookId: webhook.id }
      await allWebhooks.after(request('PUT', '/api/admin/webhooks/:webhookId', { params, body }))
      return undefined
    }}
    failureText={t(webhook === undefined ? 'adminWebhooks.createFailed' : 'adminWebhooks.saveFailed')}
    doneText={webhook && t('adminWebhooks.saved')}
    submitLabel={t(webhook === undefined ? 'adminWebhooks.add' : 'common.save')}
    busyText={t(webhook === undefined ? 'adminWebhooks.creating' : 'adminWebhooks.saving')}
    onDone={(created) => {
      onClose()
      if (created) onCreated?.(created.secret)
    }}
    onClose={onClose}
  >
    {(form) => (
      <>
        <Field
          {...form.text('address')}
          type="url"
          label={t('adminWebhooks.address')}
          hint={t('adminWebhooks.addressHint')}
          placeholder={exampleAddress}
          spellCheck={false}
        />
        <Field
          {...form.text('description')}
          label={t('common.description')}
          optional
          dir="auto"
          maxLength={maxWebhookDescriptionLength}
        />
        <TypeBoxes {...form.control('types')} />
        <Switch
          wide
          label={<strong>{t('common.active')}</strong>}
          hint={t('adminWebhooks.activeHint')}
          state={t(form.control('isOn').value ? 'common.on' : 'common.off')}
          checked={form.control('isOn').value}
          onChange={(event) => form.control('isOn').onValueChange(event.target.checked)}
        />
      </>
    )}
  </FormDialog>
)

type TypeBoxesProps = {
  id: string
  value: readonly WebhookType[]
  error: string | undefined
  onValueChange: (value: WebhookType[]) => void
}

const TypeBoxes = ({ id, value, error, onValueChange }: TypeBoxesProps) => {
  const messageId = useId()
  const set = (type: WebhookType, isChosen: boolean) =>
    onValueChange(webhookTypes.filter((other) => (other === type ? isChosen : value.includes(other))))
  return (
    <fieldset className={css.group} aria-describedby={messageId}>
      <legend>{t('common.events')}</legend>
      <Checkbox
        id={id}
        label={t('adminWebhooks.allEvents')}
        checked={value.length === webhookTypes.length}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={messageId}
        onChange={(event) => onValueChange(event.target.checked ? [...webhookTypes] : [])}
      />
      <div className={css.types}>
        {webhookTypes.map((type) => (
          <Checkbox
            key={type}
            label={typeLabels[type]}
            checked={value.includes(type)}
            onChange={(event) => set(type, event.target.checked)}
          />
        ))}
      </div>
      <p id={messageId} className={error === undefined ? words.quiet : css.error}>
        {error ?? t('adminWebhooks.eventsHint')}
      </p>
    </fieldset>
  )
}
