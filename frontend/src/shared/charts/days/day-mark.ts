// What the charts of days show of one day: its state, and the colour of it. `shared/challenge/day-marks.ts` makes the marks of a participant.

/** The state of one challenge day for one participant. */
export type DayMark = {
  day: number
  state: 'scored' | 'unrated' | 'rejected' | 'missed' | 'to-come' | 'today-open' | 'today-done'
  /** 0 to 5, one decimal; only for a rated project. */
  score?: number | undefined
  /** The title of the day or of the submitted project. */
  title?: string | undefined
  difficulty?: 1 | 2 | 3 | undefined
}

type HeatTone = 'heat4' | 'heat3' | 'heat2' | 'heat1'

/** The colour of a day. Each tone also has its own height, so that it is readable without colour. */
export type DayTone = HeatTone | Exclude<DayMark['state'], 'scored'>

/** Returns the band of a score; the four bands begin at 4.5, 3.8, 3.0 and 0. */
export const heatTone = (exactScore: number): HeatTone => {
  // The colour is that of the number beside it, which has one decimal.
  const score = Number(exactScore.toFixed(1))
  if (score >= 4.5) return 'heat4'
  if (score >= 3.8) return 'heat3'
  return score >= 3 ? 'heat2' : 'heat1'
}

export const dayTone = ({ state, score }: DayMark): DayTone => {
  if (state !== 'scored') return state
  return score === undefined ? 'unrated' : heatTone(score)
}
