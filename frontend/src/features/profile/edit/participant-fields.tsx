// The fields of the profile that only participants have: place, public texts and notifications.

import { Checkbox } from '../../../shared/ui/forms/checkbox.tsx'
import { Field } from '../../../shared/ui/forms/field.tsx'
import { Switch } from '../../../shared/ui/forms/switch.tsx'
import { TextArea } from '../../../shared/ui/forms/text-area.tsx'
import type { Form } from '../../../shared/ui/forms/use-form.ts'
import type { ProfileValues } from './profile-values.ts'
import { PushSwitch } from './push-switch.tsx'
import { t } from '../../../shared/i18n/t.ts'
import words from '../../../shared/styles/words.module.css'
import css from './profile-form.module.css'

// What only participants say about themselves and choose.

const shownFields = [
  { name: 'shown.bio', label: t('profile.showBio') },
  { name: 'shown.location', label: t('profile.showLocation') },
  { name: 'shown.website', label: t('profile.showWebsite') },
] as const

const notificationKinds = [
  { name: 'notifications.email', label: t('common.emailChannel') },
  { name: 'notifications.push', label: t('profile.push') },
  { name: 'notifications.newsletter', label: t('profile.newsletter') },
] as const

type FieldsProps = { form: Form<ProfileValues> }

export const WhereIAm = ({ form }: FieldsProps) => (
  <>
    <Field label={t('profile.location')} optional {...form.text('location')} />
    <Field
      label={t('profile.website')}
      optional
      inputMode="url"
      autoComplete="url"
      hint={t('profile.httpsIsAdded')}
      {...form.text('website')}
    />
  </>
)

export const PublicTexts = ({ form, bio }: FieldsProps & { bio: string }) => (
  <>
    <TextArea
      label={t('profile.bio')}
      optional
      rows={3}
      maxLength={1000}
      counter
      defaultValue={bio}
      {...form.text('bio')}
    />
    <fieldset className={css.group}>
      <legend>{t('profile.onPublicProfile')}</legend>
      <div className={css.shown}>
        {shownFields.map(({ name, label }) => {
          const { value, onValueChange } = form.control(name)
          return (
            <Checkbox
              key={name}
              name={name}
              label={label}
              checked={value}
              onChange={(event) => onValueChange(event.target.checked)}
            />
          )
        })}
      </div>
      <p className={words.faint}>{t('profile.whatOthersSee')}</p>
    </fieldset>
  </>
)

export const Notifications = ({ form }: FieldsProps) => (
  <fieldset className={css.group}>
    <legend>{t('common.notifications')}</legend>
    {notificationKinds.map(({ name, label }) => {
      const { value, onValueChange } = form.control(name)
      if (name === 'notifications.push')
        return <PushSwitch key={name} name={name} value={value} onValueChange={onValueChange} />
      return (
        <Switch
          key={name}
          wide
          name={name}
          label={label}
          checked={value}
          onChange={(event) => onValueChange(event.target.checked)}
        />
      )
    })}
  </fieldset>
)
