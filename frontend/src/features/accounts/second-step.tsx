import type { ComponentProps } from 'react'
import { SecondStepForm } from '../../shared/second-step/second-step-form.tsx'
import { AuthLayout } from './auth-layout.tsx'
import { t } from '../../shared/i18n/t.ts'
import css from './accounts.module.css'

/** The second step of a login on the screens of participants. */
export const SecondStep = (props: ComponentProps<typeof SecondStepForm>) => (
  <AuthLayout>
    <div className={css.form}>
      <div className={css.intro}>
        <h1>{t('common.secondStep')}</h1>
      </div>
      <SecondStepForm {...props} />
    </div>
  </AuthLayout>
)
