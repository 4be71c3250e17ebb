// Why the last attempt to send a form failed: the message of the server, or the invalid fields.

import type { ReactNode } from 'react'
import { Banner } from '../feedback/banner.tsx'
import type { FormState } from './use-form.ts'
import { t } from '../../i18n/t.ts'
import css from './form-messages.module.css'

type FormMessagesProps = {
  form: FormState
  /** Follows the message of a failed request, such as a link to a way out. */
  children?: ReactNode
}

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
