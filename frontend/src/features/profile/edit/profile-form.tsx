import type { OwnUser } from '@thirty/contracts/accounts/api.ts'
import type { ProfileRequest } from '@thirty/contracts/accounts/profile-api.ts'
import { LogOut, Monitor, Moon, Pencil, Sun } from 'lucide-react'
import { useState } from 'react'
import { LogOutDialog } from '../../../shared/account/log-out-dialog.tsx'
import { Button } from '../../../shared/ui/controls/button.tsx'
import { SubmitButton } from '../../../shared/ui/forms/submit-button.tsx'
import { FilterGroup } from '../../../shared/ui/controls/filter-group.tsx'
import { Badge } from '../../../shared/ui/display/badge.tsx'
import { Card } from '../../../shared/ui/display/card.tsx'
import { Field } from '../../../shared/ui/forms/field.tsx'
import { FormMessages } from '../../../shared/ui/forms/form-messages.tsx'
import { useForm } from '../../../shared/ui/forms/use-form.ts'
import { storeUnsent } from '../../../shared/session/unsent-values.ts'
import { useFocusWhenShown } from '../../../shared/ui/move-focus.ts'
import { showLanguage } from '../../../shared/session/choose-language.ts'
import { changeProfile, removeProfileImage, uploadProfileImage } from '../api.ts'
import { LanguageField } from '../language/language-field.tsx'
import { Notifications, PublicTexts, WhereIAm } from './participant-fields.tsx'
import { ProfileImageField } from './profile-image-field.tsx'
import type { ImageChange } from './profile-image-field.tsx'
import { changedFields, profileForm, profileValues } from './profile-schema.ts'
import { t } from '../../../shared/i18n/t.ts'
import css from './profile-form.module.css'

type ProfileFormProps = {
  user: OwnUser
  /** Called with each part of the change that the server has accepted. */
  onChanged: (change: Partial<OwnUser>) => void
  /** Called when everything is saved; `hasChanged` is false if there was nothing to save. */
  onSaved: (hasChanged: boolean) => void
  onCancel: () => void
}

/** What is typed into the form and not saved is kept under this name. */
export const unsentProfile = 'profile'

const themes = [
  { value: 'light', label: t('profile.light'), icon: <Sun aria-hidden="true" size={16} /> },
  { value: 'dark', label: t('profile.dark'), icon: <Moon aria-hidden="true" size={16} /> },
  { value: 'system', label: t('common.system'), icon: <Monitor aria-hidden="true" size={16} /> },
] as const

/** The form of the profile. Nothing is saved before Save changes, the image included. That of admins has fewer fields: they have no public profile. */
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
    // Last: it loads the page again.
    if (change.language !== undefined) {
      storeUnsent(unsentProfile, undefined)
      showLanguage(change.language)
    }
    return hasFields || image !== undefined
  }
  const form = useForm({
    schema: profileForm,
    defaultValues: valuesAtStart,
    failureText: t('profile.profileNotUpdated'),
    unsent: unsentProfile,
    send: (values) => save(changedFields(valuesAtStart, values)),
    onDone: onSaved,
  })
  const { isDirty } = form.fields.formState
  const theme = form.control('theme')
  const language = form.control('language')
  const Heading = user.isAdmin ? 'h2' : 'h1'

  return (
    <Card as="section" padding="large" aria-labelledby="profile-title">
      <form className={css.form} {...form.props}>
        <div className={css.head}>
          <Heading id="profile-title" ref={heading} tabIndex={-1}>
            {t('common.editProfile')}
          </Heading>
          {(isDirty || image !== undefined) && (
            <Badge tone="info" icon={<Pencil />}>
              {t('profile.unsavedChanges')}
            </Badge>
          )}
        </div>
        <FormMessages form={form} />
        <ProfileImageField user={user} change={image} onChange={setImage} disabled={form.pending} />
        <div className={css.fields}>
          <Field label={t('common.fullName')} autoComplete="name" {...form.text('fullName')} />
          <Field label={t('common.username')} optional autoComplete="username" {...form.text('username')} />
          {!user.isAdmin && <WhereIAm form={form} />}
        </div>
        <Field
          label={t('common.email')}
          name="email"
          value={user.email}
          readOnlyReason={t('profile.emailCannotChange')}
        />
        {!user.isAdmin && <PublicTexts form={form} bio={valuesAtStart.bio} />}
        <div className={css.settings}>
          <div className={css.choices}>
            <fieldset className={css.group}>
              <legend>{t('profile.theme')}</legend>
              <FilterGroup
                label={t('profile.theme')}
                options={themes}
                value={theme.value}
                onValueChange={theme.onValueChange}
              />
            </fieldset>
            <LanguageField {...language} css={css} />
          </div>
          {!user.isAdmin && <Notifications form={form} />}
        </div>
        <div className={css.actions}>
          <SubmitButton form={form} busyText={t('common.saving')}>
            {t('common.saveChanges')}
          </SubmitButton>
          <Button
            kind="quiet"
            disabled={form.pending}
            onClick={() => {
              form.discard()
              onCancel()
            }}
          >
            {t('common.cancel')}
          </Button>
          <span className={css.logOut}>
            <Button
              kind="danger-outline"
              icon={<LogOut aria-hidden="true" />}
              onClick={() => setIsLoggingOut(true)}
            >
              {t('common.logOut')}
            </Button>
          </span>
        </div>
      </form>
      {isLoggingOut && <LogOutDialog onClose={() => setIsLoggingOut(false)} />}
    </Card>
  )
}
