import { KeyHint } from '../../../shared/ui/controls/key-hint.tsx'
import { Allowed } from '../../../shared/team/permissions.tsx'
import { Switch } from '../../../shared/ui/forms/choice.tsx'
import { useSingleKeyShortcuts } from '../../../shared/preferences/single-key-shortcuts.ts'
import { t } from '../../../shared/i18n/t.ts'
import css from './shortcut-hints.module.css'

/** Lists the shortcuts that work while the list has focus, with the switch that turns them off. */
export const ShortcutHints = () => {
  const { enabled, setEnabled } = useSingleKeyShortcuts()
  return (
    <div className={css.hints}>
      {enabled && (
        <dl className={css.keys} aria-label={t('adminSubmissions.keysOfTheList')}>
          <Hint keys={['J', 'K']}>{t('adminSubmissions.keyMoves')}</Hint>
          <Hint keys={['N']}>{t('adminSubmissions.keyNext')}</Hint>
          <Allowed to="review-projects">
            <Hint keys={['X']}>{t('adminSubmissions.keySelects')}</Hint>
            <Hint keys={['A']}>{t('adminSubmissions.keyApproves')}</Hint>
            <Hint keys={['R']}>{t('adminSubmissions.keyRejects')}</Hint>
          </Allowed>
        </dl>
      )}
      <Switch
        label={t('adminSubmissions.shortcuts')}
        checked={enabled}
        onChange={(event) => setEnabled(event.target.checked)}
      />
    </div>
  )
}

const Hint = ({ keys, children }: { keys: string[]; children: string }) => (
  <div>
    <dt>
      {keys.map((key) => (
        <KeyHint key={key}>{key}</KeyHint>
      ))}
    </dt>
    <dd>{children}</dd>
  </div>
)
