import { Banner } from '../feedback/banner.tsx'
import { t } from '../../i18n/t.ts'
import css from './form-summary.module.css'

type FormSummaryProps = {
  /** `field` is the id of the control. */
  errors: { field: string; message: string }[]
}

/** The errors of a long form, each with a link that focuses its field. */
export const FormSummary = ({ errors }: FormSummaryProps) => {
  if (errors.length === 0) return null
  return (
    <Banner kind="danger" live title={t('forms.thingsToFix', { count: errors.length })}>
      <ul className={css.summary}>
        {errors.map(({ field, message }) => (
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
  )
}
