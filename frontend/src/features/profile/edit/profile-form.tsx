import type { OwnUser } from '@thirty/contracts/api/accounts/accounts.ts'
import type { ProfileRequest } from '@thirty/contracts/api/accounts/profile.ts'
import { LogOut, Monitor, Moon, Pencil, Sun } from 'lucide-react'
import { useState } from 'react'
import { paths } from '../../../app/paths.ts'
import { LogOutDialog } from '../../../shared/session/log-out-dialog.tsx'
import { Button } from '../../../shared/ui/controls/button.tsx'
import { FilterGroup } from '../../../shared/ui/controls/filter-group.tsx'
import { Badge } from '../../../shared/ui/display/badge.tsx'
import { Card } from '../../../shared/ui/display/card.tsx'
import { Checkbox } from '../../../shared/ui/forms/checkbox.tsx'
import { Field } from '../../../shared/ui/forms/field.tsx'
import { FormMessages } from '../../../shared/ui/forms/form-messages.tsx'
import { Switch } from '../../../shared/ui/forms/switch.tsx'
import { TextArea } from '../../../shared/ui/forms/text-area.tsx'
import { useForm } from '../../../shared/ui/forms/use-form.ts'
import { useFocusWhenShown } from '../../../shared/ui/move-focus.ts'
import { changeProfile, removeProfileImage, uploadProfileImage } from '../api.ts'
import { PushSwitch } from './push-switch.tsx'
import { ProfileImageField } from './profile-image-field.tsx'
import type { ImageChange } from './profile-image-field.tsx'
import { changedFields, profileForm, profileValues } from './profile-schema.ts'
import css from './profile-form.module.css'

type ProfileFormProps = {
  user: OwnUser
  /** Called with each part of the change that the server has accepted. */
  onChanged: (change: Partial<OwnUser>) => void
  /** Called when everything is saved; `hasChanged` is false if there was nothing to save. */
  onSaved: (hasChanged: boolean) => void
  onCancel: () => void
}

const themes = [
  { value: 'light', label: 'Light', icon: <Sun aria-hidden="true" size={16} /> },
  { value: 'dark', label: 'Dark', icon: <Moon aria-hidden="true" size={16} /> },
  { value: 'system', label: 'System', icon: <Monitor aria-hidden="true" size={16} /> },
] as const

const shownFields = [
  { name: 'shown.bio', label: 'Show bio' },
  { name: 'shown.location', label: 'Show location' },
  { name: 'shown.website', label: 'Show website' },
] as const

const notificationKinds = [
  { name: 'notifications.email', label: 'Email' },
  { name: 'notifications.push', label: 'Push' },
  { name: 'notifications.newsletter', label: 'Newsletter' },
] as const

/** The form of the profile. Nothing is saved before Save changes, the image included. */
export const ProfileForm = ({ user, onChanged, onSaved, onCancel }: ProfileFormProps) => {
  const [image, setImage] = useState<ImageChange>()
  // The account may change meanwhile, such as in another tab.
  const [valuesAtStart] = useState(() => profileValues(user))
  const heading = useFocusWhenShown<HTMLHeadingElement>()
  const [isLoggingOut, setIsLoggingOut] = useState(false)

  const save = async (change: ProfileRequest): Promise<boolean> => {
    const hasFields = Object.keys(change).length > 0
    // First, because it can be refused for a field; the image follows once the fields are saved.
    if (hasFields) onChanged(await changeProfile(change))
    if (image?.kind === 'removed') {
      await removeProfileImage()
      onChanged({ profileImage: null })
    }
    if (image?.kind === 'picked') onChanged({ profileImage: await uploadProfileImage(image.file) })
    return hasFields || image !== undefined
  }
  const form = useForm({
    schema: profileForm,
    defaultValues: valuesAtStart,
    failureText: 'Profile update failed',
    send: (values) => save(changedFields(valuesAtStart, values)),
    onDone: onSaved,
  })
  const { isDirty } = form.fields.formState
  const theme = form.control('theme')

  return (
    <Card as="section" padding="large" aria-labelledby="profile-title">
      <form className={css.form} {...form.props}>
        <div className={css.head}>
          <h1 id="profile-title" ref={heading} tabIndex={-1}>
            Edit profile
          </h1>
          {(isDirty || image !== undefined) && (
            <Badge tone="info" icon={<Pencil />}>
              Unsaved changes
            </Badge>
          )}
        </div>
        <FormMessages form={form} />
        <ProfileImageField user={user} change={image} onChange={setImage} disabled={form.pending} />
        <div className={css.fields}>
          <Field label="Full name" autoComplete="name" {...form.text('fullName')} />
          <Field label="Username" optional autoComplete="username" {...form.text('username')} />
          <Field label="Location" optional {...form.text('location')} />
          <Field
            label="Website"
            optional
            inputMode="url"
            autoComplete="url"
            hint="We add https:// for you."
            {...form.text('website')}
          />
        </div>
        <Field label="Email" name="email" value={user.email} readOnlyReason="Cannot be changed here" />
        <TextArea
          label="Bio"
          optional
          rows={3}
          maxLength={1000}
          counter
          defaultValue={valuesAtStart.bio}
          {...form.text('bio')}
        />
        <fieldset className={css.group}>
          <legend>On my public profile</legend>
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
          <p className={css.hint}>
            Everybody who is signed in sees your name, username, image and projects. Your email address is
            never shown.
          </p>
        </fieldset>
        <div className={css.settings}>
          <fieldset className={css.group}>
            <legend>Theme</legend>
            <FilterGroup
              label="Theme"
              options={themes}
              value={theme.value}
              onValueChange={theme.onValueChange}
            />
          </fieldset>
          <fieldset className={css.group}>
            <legend>Notifications</legend>
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
        </div>
        <div className={css.actions}>
          <Button type="submit" kind="primary" busy={form.pending} busyText="Saving...">
            Save changes
          </Button>
          <Button kind="quiet" disabled={form.pending} onClick={onCancel}>
            Cancel
          </Button>
          <span className={css.logOut}>
            <Button
              kind="danger-outline"
              icon={<LogOut aria-hidden="true" />}
              onClick={() => setIsLoggingOut(true)}
            >
              Log out
            </Button>
          </span>
        </div>
      </form>
      {isLoggingOut && <LogOutDialog logInPath={paths.logIn} onClose={() => setIsLoggingOut(false)} />}
    </Card>
  )
}
