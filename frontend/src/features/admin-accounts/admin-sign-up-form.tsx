// The sign-up of an admin.

import { AtSign, KeyRound, Mail, User } from 'lucide-react'
import { paths } from '../../shared/navigation/paths.ts'
import { SignUpEmailField } from '../../shared/account/sign-up-email-field.tsx'
import { Field } from '../../shared/ui/forms/field.tsx'
import { FormMessages, SubmitButton } from '../../shared/ui/forms/form-footer.tsx'
import { NewPasswordFields } from '../../shared/ui/forms/password-fields.tsx'
import type { Form } from '../../shared/ui/forms/use-form.ts'
import type { AdminSignUpValues } from './form-schemas.ts'
import { t } from '../../shared/i18n/t.ts'
import layout from '../../shared/styles/layout.module.css'
import css from './admin-auth-layout.module.css'

const rawTextProps = { autoCapitalize: 'none', spellCheck: false } as const

export const emptySignUp: AdminSignUpValues = {
  fullName: '',
  username: '',
  email: '',
  password: '',
  confirmPassword: '',
  adminKey: '',
}

type AdminSignUpFormProps = {
  form: Form<AdminSignUpValues>
  /** Whether it asks for the registration key. */
  hasKey?: boolean
  submitLabel: string
  busyText: string
}

export const AdminSignUpForm = ({ form, hasKey = true, submitLabel, busyText }: AdminSignUpFormProps) => (
  <form className={layout.stack20} {...form.props}>
    <FormMessages form={form} />
    <Field
      {...form.text('fullName')}
      label={t('common.fullName')}
      icon={<User />}
      autoComplete="name"
      maxLength={120}
    />
    <Field
      {...form.text('username')}
      label={t('common.username')}
      icon={<AtSign />}
      autoComplete="username"
      {...rawTextProps}
    />
    <SignUpEmailField
      form={form}
      icon={<Mail />}
      logIn={paths.admin.logIn}
      forgotPassword={paths.admin.forgotPassword}
    />
    <NewPasswordFields form={form} passwordClassName={css.pair} />
    {hasKey && (
      <Field
        {...form.text('adminKey')}
        label={t('adminAccounts.adminKey')}
        icon={<KeyRound />}
        autoComplete="off"
        {...rawTextProps}
        hint={t('adminAccounts.adminKeyHint')}
      />
    )}
    <SubmitButton form={form} size="large" wide busyText={busyText}>
      {submitLabel}
    </SubmitButton>
  </form>
)
