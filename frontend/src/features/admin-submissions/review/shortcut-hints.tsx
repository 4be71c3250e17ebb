import { KeyHint } from '../../../shared/ui/controls/key-hint.tsx'
import { Switch } from '../../../shared/ui/forms/switch.tsx'
import { useSingleKeyShortcuts } from '../../../shared/preferences/single-key-shortcuts.ts'
import css from './shortcut-hints.module.css'

/** Lists the shortcuts that work while the list has focus, with the switch that turns them off. */
export const ShortcutHints = () => {
  const { enabled, setEnabled } = useSingleKeyShortcuts()
  return (
    <div className={css.hints}>
      {enabled && (
        <dl className={css.keys} aria-label="Keys while the list has focus">
          <Hint keys={['J', 'K']}>move</Hint>
          <Hint keys={['A']}>approve</Hint>
          <Hint keys={['R']}>reject</Hint>
        </dl>
      )}
      <Switch label="Shortcuts" checked={enabled} onChange={(event) => setEnabled(event.target.checked)} />
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
