// The form of the profile. Nothing is saved before Save changes, the image included. That of admins has fewer fields: they have no public
// profile.

import type { AccountLanguage } from '@thirty/contracts/languages/languages.ts'
import type { OwnUser } from '@thirty/contracts/accounts/api.ts'
import type { ProfileRequest } from '@thirty/contracts/accounts/profile-api.ts'
import { LogOut, Monitor, Moon, Pencil, Sun } from 'lucide-react'
import { useState } from 'react'
import { LogOutDialog } from '../../../shared/account/log-out-dialog.tsx'
import { Button } from '../../../shared/ui/controls/button.tsx'
import { CancelButton, SubmitButton, FormMessages, useForm } from '../../../shared/ui/forms/use-form.tsx'
import { FilterGroup } from '../../../shared/ui/controls/segments.tsx'
import { Badge } from '../../../shared/ui/display/badge.tsx'
import { Card } from '../../../shared/ui/display/card.tsx'
import { Field } from '../../../shared/ui/forms/field.tsx'
import { storeUnsent } from '../../../shared/session/unsent-values.ts'
import { useFocusWhenShown } from '../../../shared/ui/move-focus.ts'
import { showLanguage } from '../../../shared/session/choose-language.ts'
import { request } from '../../../shared/http/http.ts'
import { upload } from '../../../shared/http/upload.ts'
import { changedFields, languageChoices, profileValues, themeNames, unsentProfile } from './profile-values.ts'
import { Notifications, PublicTexts, WhereIAm } from './participant-fields.tsx'
import { ProfileImageField, type ImageChange } from './profile-image-field.tsx'
import { t } from '../../../shared/i18n/t.ts'
import layout from '../../../shared/styles/layout.module.css'
import words from '../../../shared/styles/words.module.css'
import css from './profile-form.module.css'

type ProfileFormProps = {
  user: OwnUser
  /** Called with each part of the change that the server has accepted. */
  onChanged: (change: Partial<OwnUser>) => void
  /** Called when everything is saved; `hasChanged` is false if there was nothing to save. */
  onSaved: (hasChanged: boolean) => void
  onClose: () => void
}

const themes = [
  { value: 'light', label: themeNames.light, icon: <Sun size={16} /> },
  { value: 'dark', label: themeNames.dark, icon: <Moon size={16} /> },
  { value: 'system', label: themeNames.system, icon: <Monitor size={16} /> },
] as const

export const ProfileForm = ({ user, onChanged, onSaved, onClose }: ProfileFormProps) => {
  const [image, setImage] = useState<ImageChange>()
  // The account may change meanwhile, such as in another tab.
  const [valuesAtStart] = useState(() => profileValues(user))
  const heading = useFocusWhenShown<HTMLHeadingElement>()
  const [isLoggingOut, setIsLoggingOut] = useState(false)

  const save = async (change: ProfileRequest): Promise<boolean> => {
    const hasFields = Object.keys(change).length > 0
    // First, because it can be refused for a field; the image follows once the fields are saved.
    if (hasFields) onChanged((await request('PUT', '/api/auth/profile', { body: change })).user)
    if (image?.kind === 'removed') {
      await request('DELETE', '/api/uploads/profile-image')
      onChanged({ profileImage: null })
    }
    if (image?.kind === 'picked') {
      const { imageUrl } = await upload('/api/uploads/profile-image', image.file, { field: 'profileImage' })
      onChanged({ profileImage: imageUrl })
    }
    // Last: it loads the page again.
    if (change.language !== undefined) {
      storeUnsent(unsentProfile, undefined)
      showLanguage(change.language)
    }
    return hasFields || image !== undefined
  }
  const form = useForm({
    schema: async () => (await import('../form-schemas.ts')).profileForm,
    defaultValues: valuesAtStart,
    failureText: t('profile.profileNotUpdated'),
    unsent: unsentProfile,
    send: (values) => save(changedFields(valuesAtStart, values)),
    onDone: onSaved,
  })
  const { isDirty } = form.fields.formState
  const theme = form.control('theme')
  const Heading = user.isAdmin ? 'h2' : 'h1'

  return (
    <Card as="section" padding="large" aria-labelledby="profile-title">
      <form className={layout.stack24} {...form.props}>
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
          <div className={layout.stack20}>
            <fieldset className={css.group}>
              <legend>{t('profile.theme')}</legend>
              <FilterGroup
                label={t('profile.theme')}
                options={themes}
                value={theme.value}
                onValueChange={theme.onValueChange}
              />
            </fieldset>
            <LanguageField {...form.control('language')} />
          </div>
          {!user.isAdmin && <Notifications form={form} />}
        </div>
        <div className={layout.cluster12}>
          <SubmitButton form={form} busyText={t('common.saving')}>
            {t('common.saveChanges')}
          </SubmitButton>
          <CancelButton form={form} onClose={onClose} kind="quiet" />
          <span className={css.logOut}>
            <Button kind="danger-outline" icon={<LogOut />} onClick={() => setIsLoggingOut(true)}>
              {t('common.logOut')}
            </Button>
          </span>
        </div>
      </form>
      {isLoggingOut && <LogOutDialog onClose={() => setIsLoggingOut(false)} />}
    </Card>
  )
}

type LanguageFieldProps = { value: AccountLanguage; onValueChange: (language: AccountLanguage) => void }

/** The choice between the languages that are offered; nothing if there is only one. */
const LanguageField = ({ value, onValueChange }: LanguageFieldProps) => {
  const choices = languageChoices(value)
  if (choices.length < 2) return null
  return (
    <fieldset className={css.group}>
      <legend>{t('common.language')}</legend>
      <FilterGroup
        label={t('common.language')}
        options={choices.map(({ code, name }) => ({ value: code, label: name, lang: code }))}
        value={value}
        onValueChange={onValueChange}
      />
      <p className={words.faint}>{t('language.whereItApplies')}</p>
    </fieldset>
  )
}
