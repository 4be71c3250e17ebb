/** What one day of the challenge looks like from one person's side. */
export type DayMark = {
  day: number
  state: 'scored' | 'unrated' | 'rejected' | 'missed' | 'to-come' | 'today-open' | 'today-done'
  /** 0 to 5, one decimal; only of a rated project. */
  score?: number | undefined
  /** The title of the day, or of the project that was handed in. */
  title?: string | undefined
  difficulty?: 1 | 2 | 3 | undefined
}

/** How a day is painted; each tone has its own height as well, so that it reads without colour. */
export type DayTone =
  | 'heat4'
  | 'heat3'
  | 'heat2'
  | 'heat1'
  | 'unrated'
  | 'rejected'
  | 'missed'
  | 'toCome'
  | 'todayDone'
  | 'todayOpen'

/** The four bands of a score: 4.5, 3.8, 3.0 and below. */
export const heatTone = (score: number): 'heat4' | 'heat3' | 'heat2' | 'heat1' => {
  if (score >= 4.5) return 'heat4'
  if (score >= 3.8) return 'heat3'
  return score >= 3 ? 'heat2' : 'heat1'
}

export const dayTone = (mark: DayMark): DayTone => {
  switch (mark.state) {
    case 'scored':
      return mark.score === undefined ? 'unrated' : heatTone(mark.score)
    case 'to-come':
      return 'toCome'
    case 'today-open':
      return 'todayOpen'
    case 'today-done':
      return 'todayDone'
    case 'unrated':
    case 'rejected':
    case 'missed':
      return mark.state
  }
}
