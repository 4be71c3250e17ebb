// What a form has besides its fields: why the last attempt to send it failed, and the buttons that send or discard it.

import type { ComponentProps, ReactNode } from 'react'
import { t } from '../../i18n/t.ts'
import layout from '../../styles/layout.module.css'
import { Button } from '../controls/button.tsx'
import { Banner } from '../feedback/banner.tsx'
import type { FormState } from './use-form.ts'
import css from './form-footer.module.css'

type FormMessagesProps = {
  form: FormState
  /** Follows the message of a failed request, such as a link to a way out. */
  children?: ReactNode
}

/** The message of the server, or the invalid fields. */
export const FormMessages = ({ form: { failure, summary }, children }: FormMessagesProps) => (
  <>
    {failure !== undefined && (
      <Banner kind="danger" live>
        <span>{failure}</span>
        {children && <> {children}</>}
      </Banner>
    )}
    {summary.length > 0 && (
      // The errors of a long form, each with a link that focuses its field.
      <Banner kind="danger" live title={t('forms.thingsToFix', { count: summary.length })}>
        <ul className={css.summary}>
          {summary.map(({ field, message }) => (
            <li key={field}>
              <a
                href={`#${field}`}
                onClick={(event) => {
                  event.preventDefault()
                  document.getElementById(field)?.focus()
                }}
              >
                {message}
              </a>
            </li>
          ))}
        </ul>
      </Banner>
    )}
  </>
)

type SubmitButtonProps = Omit<ComponentProps<typeof Button>, 'form' | 'type' | 'kind' | 'busy'> & {
  form: { pending: boolean }
  busyText: string
}

/** The button that sends a form. It is busy until the request has its response. */
export const SubmitButton = ({ form, ...rest }: SubmitButtonProps) => (
  <Button {...rest} type="submit" kind="primary" busy={form.pending} />
)

type CancelButtonProps = {
  kind?: 'quiet'
  form: { pending: boolean; discard: () => void }
  onClose: () => void
}

/** The button that closes a form and forgets what was typed and not sent. */
export const CancelButton = ({ form, onClose, ...props }: CancelButtonProps) => (
  <Button
    {...props}
    disabled={form.pending}
    onClick={() => {
      form.discard()
      onClose()
    }}
  >
    {t('common.cancel')}
  </Button>
)

type FormButtonsProps = {
  form: { pending: boolean; discard: () => void }
  submitLabel: string
  busyText: string
  disabled?: boolean
  /** Called by Cancel, after what was typed is forgotten. */
  onClose: () => void
}

/** Cancel and the button that sends the form. */
export const FormButtons = ({ submitLabel, onClose, ...submit }: FormButtonsProps) => (
  <div className={layout.formActions}>
    <CancelButton form={submit.form} onClose={onClose} />
    <SubmitButton {...submit}>{submitLabel}</SubmitButton>
  </div>
)
