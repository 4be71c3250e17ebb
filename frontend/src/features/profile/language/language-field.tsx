import type { AccountLanguage } from '@thirty/contracts/accounts/account-languages.ts'
import { FilterGroup } from '../../../shared/ui/controls/filter-group.tsx'
import { languageChoices } from './language-choices.ts'
import { t } from '../../../shared/i18n/t.ts'

type LanguageFieldProps = {
  value: AccountLanguage
  onValueChange: (language: AccountLanguage) => void
  /** The classes of a group of fields, and of its hint. */
  css: { group?: string | undefined; hint?: string | undefined }
}

/** The choice between the languages that are offered; nothing if there is only one. */
export const LanguageField = ({ value, onValueChange, css }: LanguageFieldProps) => {
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
      <p className={css.hint}>{t('language.whereItApplies')}</p>
    </fieldset>
  )
}
