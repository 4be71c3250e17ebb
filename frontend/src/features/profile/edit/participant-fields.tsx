import { Checkbox } from '../../../shared/ui/forms/checkbox.tsx'
import { Field } from '../../../shared/ui/forms/field.tsx'
import { Switch } from '../../../shared/ui/forms/switch.tsx'
import { TextArea } from '../../../shared/ui/forms/text-area.tsx'
import type { Form } from '../../../shared/ui/forms/use-form.ts'
import type { ProfileValues } from './profile-schema.ts'
import { PushSwitch } from './push-switch.tsx'
import { t } from '../messages/t.ts'
import css from './profile-form.module.css'

// What only participants say about themselves and choose.

const shownFields = [
  { name: 'shown.bio', label: t('showBio') },
  { name: 'shown.location', label: t('showLocation') },
  { name: 'shown.website', label: t('showWebsite') },
] as const

const notificationKinds = [
  { name: 'notifications.email', label: t('byEmail') },
  { name: 'notifications.push', label: t('push') },
  { name: 'notifications.newsletter', label: t('newsletter') },
] as const

type FieldsProps = { form: Form<ProfileValues> }

export const WhereIAm = ({ form }: FieldsProps) => (
  <>
    <Field label={t('location')} optional {...form.text('location')} />
    <Field
      label={t('website')}
      optional
      inputMode="url"
      autoComplete="url"
      hint={t('httpsIsAdded')}
      {...form.text('website')}
    />
  </>
)

export const PublicTexts = ({ form, bio }: FieldsProps & { bio: string }) => (
  <>
    <TextArea
      label={t('bio')}
      optional
      rows={3}
      maxLength={1000}
      counter
      defaultValue={bio}
      {...form.text('bio')}
    />
    <fieldset className={css.group}>
      <legend>{t('onPublicProfile')}</legend>
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
      <p className={css.hint}>{t('whatOthersSee')}</p>
    </fieldset>
  </>
)

export const Notifications = ({ form }: FieldsProps) => (
  <fieldset className={css.group}>
    <legend>{t('notifications')}</legend>
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
