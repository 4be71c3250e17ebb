import { PairNumbers, TextNumbers } from './pair-numbers.ts'

/** The people of a replayed history: their numbers, and what they did as participants and as admins. */
export class ReplayedPeople {
  readonly #numbers = new TextNumbers()
  readonly #participants = new Set<number>()
  readonly #admins = new Set<string>()

  numberOf(person: string): number {
    return this.#numbers.numberOf(person)
  }

  actedAsParticipant(person: string): void {
    this.#participants.add(this.numberOf(person))
  }

  actedAsAdmin(person: string): void {
    this.#admins.add(person)
  }

  /** Returns who acted as an admin, and whether also as a participant: an operator may have made them an admin meanwhile. */
  admins(): { id: string; isParticipant: boolean }[] {
    return [...this.#admins].map((id) => ({ id, isParticipant: this.#participants.has(this.numberOf(id)) }))
  }
}

/** What each person did to each project, by their numbers. */
export type Reactions = Readonly<
  Record<'likeChanges' | 'likedIn' | 'comments' | 'ratings' | 'views', PairNumbers>
>

export const noReactions = (): Reactions => ({
  likeChanges: new PairNumbers(),
  /** The submission that they like; 0 without a like. A new submission has no likes. */
  likedIn: new PairNumbers(),
  comments: new PairNumbers(),
  ratings: new PairNumbers(),
  views: new PairNumbers(),
})
