// Why the last attempt to send a form failed: the message of the server, or the invalid fields.

import type { ReactNode } from 'react'
import { Banner } from '../feedback/banner.tsx'
import { FormSummary } from './form-summary.tsx'
import type { FormState } from './use-form.ts'

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
    <FormSummary errors={summary} />
  </>
)
