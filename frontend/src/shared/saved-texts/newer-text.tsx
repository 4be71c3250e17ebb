// Says who has changed a text meanwhile, shows that text beside the user's own, and offers both.

import type { NewerSavedText } from '@thirty/contracts/saved-texts/newer-saved-text-api.ts'
import { formatName } from '../format/format-name.ts'
import { Button } from '../ui/controls/button.tsx'
import { Time } from '../ui/display/time.tsx'
import { Banner } from '../ui/feedback/banner.tsx'
import { t } from '../i18n/t.ts'
import layout from '../styles/layout.module.css'
import css from './saved-texts.module.css'

type NewerTextProps = { newer: NewerSavedText; onUseTheirs: () => void; onKeepMine: () => void }

export const NewerText = ({ newer, onUseTheirs, onKeepMine }: NewerTextProps) => (
  <div className={layout.stack12}>
    <Banner kind="warning" live>
      {t.rich('savedTexts.changedMeanwhile', {
        name: formatName(newer.byName),
        time: () => <Time at={newer.at} />,
      })}
    </Banner>
    <TextOfOther newer={newer} />
    <div className={layout.cluster8}>
      <Button size="small" onClick={onUseTheirs}>
        {t('savedTexts.useTheirs')}
      </Button>
      <Button size="small" onClick={onKeepMine}>
        {t('savedTexts.keepMine')}
      </Button>
    </div>
  </div>
)

/** Title and text as another admin left them. */
export const TextOfOther = ({ newer: { title, text } }: { newer: NewerSavedText }) => (
  <dl className={css.other}>
    <dt>{t('savedTexts.theirs')}</dt>
    <dd>
      <strong dir="auto">{title}</strong>
      <span dir="auto">{text}</span>
    </dd>
  </dl>
)
