// Names the networks of an event on site and its end, changes them, or ends the event.

import { Undo2 } from 'lucide-react'
import type { ChangeOptionsRequest, OptionsResponse } from '@thirty/contracts/challenge/options-api.ts'
import { useCurrentDay } from '../../shared/challenge/current-day.ts'
import { toZonedInput } from '../../shared/ui/display/time.tsx'
import { request } from '../../shared/http/http.ts'
import { useFormSubmit } from '../../shared/ui/forms/use-form-submit.ts'
import { Button } from '../../shared/ui/controls/button.tsx'
import { SubmitButton, FormMessages, useForm } from '../../shared/ui/forms/use-form.tsx'
import { Dialog } from '../../shared/ui/dialog/dialog.tsx'
import { Field, TextArea } from '../../shared/ui/forms/field.tsx'
import { showChangedOptions } from '../../shared/challenge/options.ts'
import { t } from '../../shared/i18n/t.ts'
import layout from '../../shared/styles/layout.module.css'
import css from './challenge-card.module.css'

const failureText = t('adminSettings.eventFailed')

type EventNetworksDialogProps = { loaded: OptionsResponse; isUnderWay: boolean; onClose: () => void }

export const EventNetworksDialog = ({ loaded, isUnderWay, onClose }: EventNetworksDialogProps) => {
  const { timeZone } = useCurrentDay()
  const { eventNetworks: event } = loaded.options
  const ending = useFormSubmit(failureText)
  const form = useForm({
    schema: async () => (await import('./time-schemas.ts')).eventForm(timeZone),
    defaultValues: {
      networks: event?.networks.join('\n') ?? '',
      until: event !== null && isUnderWay ? toZonedInput(Date.parse(event.until), timeZone) : '',
    },
    failureText,
    unsent: 'event',
    send: changeEvent,
    onDone: onClose,
    fieldNames: { 'eventNetworks.until': 'until' },
  })
  const pending = form.pending || ending.pending
  return (
    <Dialog
      onClose={() => !pending && onClose()}
      title={t('adminSettings.event')}
      description={t('adminSettings.eventDialogText')}
      width={520}
    >
      <form className={layout.stack16} {...form.props}>
        <TextArea
          {...form.text('networks')}
          label={t('adminSettings.eventNetworks')}
          hint={t('adminSettings.eventNetworksHint', { address: loaded.yourAddress })}
          rows={3}
          spellCheck={false}
          autoCapitalize="none"
          dir="ltr"
        />
        <Field
          {...form.text('until')}
          type="datetime-local"
          label={t('adminSettings.eventEnd', { timeZone })}
          hint={t('adminSettings.eventEndHint')}
        />
        <FormMessages form={{ ...form, failure: form.failure ?? ending.failure }} />
        <div className={css.endActions}>
          {isUnderWay && (
            <Button
              icon={<Undo2 />}
              disabled={pending}
              busyText={t('common.saving')}
              {...ending.button(() => changeEvent(null).then(onClose))}
            >
              {t('adminSettings.endEvent')}
            </Button>
          )}
          <SubmitButton form={form} disabled={pending} busyText={t('common.saving')}>
            {t('common.save')}
          </SubmitButton>
        </div>
      </form>
    </Dialog>
  )
}

const changeEvent = (eventNetworks: ChangeOptionsRequest['eventNetworks']) =>
  request('PUT', '/api/admin/challenge/options', { body: { eventNetworks } }).then(showChangedOptions)
