// The options of the challenge for judging. A change takes effect at once, also for other admins.

import type { JudgingResponse } from '@thirty/contracts/judging/api.ts'
import type { ChangeOptionsResponse } from '@thirty/contracts/challenge/options-api.ts'
import { fewestWantedRatings, mostWantedRatings } from '@thirty/contracts/judging/wanted-ratings.ts'
import { useOption } from '../../shared/challenge/use-option.ts'
import { formatNumber } from '../../shared/i18n/locale.ts'
import { ReadOnlyNotice, useMay } from '../../shared/team/permissions.tsx'
import { FilterGroup } from '../../shared/ui/controls/segments.tsx'
import { SectionCard } from '../../shared/ui/display/card.tsx'
import { Failure } from '../../shared/ui/feedback/banner.tsx'
import { Switch } from '../../shared/ui/forms/choice.tsx'
import { judgingData } from './judging-data.ts'
import { t } from '../../shared/i18n/t.ts'
import css from './judging-screen.module.css'

const wantedChoices = Array.from({ length: mostWantedRatings - fewestWantedRatings + 1 }, (_, index) => {
  const count = fewestWantedRatings + index
  return { value: String(count), label: formatNumber(count) }
})

export const JudgingOptions = ({ judging }: { judging: JudgingResponse }) => {
  const mayChange = useMay('run-challenge')
  const wanted = useOption(judging.wantedRatings, t('adminJudging.wantedFailed'), showChange)
  const normalised = useOption(judging.normalisedScores, t('adminJudging.normalisedFailed'), showChange)
  return (
    <SectionCard id="judging-settings" title={t('adminJudging.settings')} className={css.card}>
      <ReadOnlyNotice permission="run-challenge" />
      <div className={css.option}>
        <strong>{t('adminJudging.wantedRatings')}</strong>
        {mayChange ? (
          <FilterGroup
            label={t('adminJudging.wantedRatings')}
            options={wantedChoices}
            value={String(wanted.shown)}
            onValueChange={(next) => void wanted.change(Number(next), { wantedRatings: Number(next) })}
          />
        ) : (
          <p>{formatNumber(wanted.shown)}</p>
        )}
        <p className={css.text}>
          {wanted.shown === 1
            ? t('adminJudging.wantedOne')
            : t('adminJudging.wantedSeveral', { count: formatNumber(wanted.shown) })}
        </p>
        <Failure text={wanted.failure} />
      </div>
      <div className={css.option}>
        <Switch
          wide
          label={<strong>{t('common.normalizedScores')}</strong>}
          hint={t(normalised.shown ? 'adminJudging.normalisedOn' : 'adminJudging.normalisedOff')}
          state={t(normalised.shown ? 'common.on' : 'common.off')}
          checked={normalised.shown}
          aria-busy={normalised.pending}
          disabled={!mayChange}
          onChange={({ target: { checked } }) =>
            void normalised.change(checked, { normalisedScores: checked })
          }
        />
        <Failure text={normalised.failure} />
      </div>
    </SectionCard>
  )
}

function showChange({ options: { wantedRatings, normalisedScores } }: ChangeOptionsResponse): void {
  judgingData.change((judging) => ({ ...judging, wantedRatings, normalisedScores }))
  // The coverage and what is blind depend on it.
  void judgingData.refresh()
}
