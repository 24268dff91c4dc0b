import type { LookingFor } from './looking-for.ts'

// The lists behind a profile's story. Ids are stored and never change their meaning; a text may change. The client
// loads this file only with screens that show it. Therefore no schema of the contract imports it: auth checks the ids.

export const LOOKING_FOR_LABELS: Record<LookingFor, string> = {
  relationship: 'A relationship',
  dates: 'Dates',
  friends: 'New friends',
  unsure: 'Not sure yet',
}

export interface Prompt {
  id: string
  text: string
}

/** Questions that a user can answer on the profile. */
export const PROMPTS: readonly Prompt[] = [
  { id: 'perfect-sunday', text: 'My perfect Sunday' },
  { id: 'make-me-laugh', text: 'The way to make me laugh' },
  { id: 'small-joys', text: 'A small thing that makes me happy' },
  { id: 'proud-of', text: "I'm quietly proud of" },
  { id: 'never-tired-of', text: 'I could talk for hours about' },
  { id: 'first-date', text: "A first date I'd love" },
  { id: 'get-along', text: "We'll get along if" },
  { id: 'cooking', text: 'The meal I cook best' },
  { id: 'unpopular-opinion', text: 'My most unpopular opinion' },
  { id: 'learning', text: "Something I'm learning" },
  { id: 'best-trip', text: 'The trip I still think about' },
  { id: 'ask-me', text: 'Ask me about' },
]

export interface Interest {
  id: string
  label: string
  emoji: string
}

/** Interests that a user can choose from, by kind. */
export const INTERESTS: readonly Interest[] = [
  // outdoors and sport
  { id: 'hiking', label: 'Hiking', emoji: '🥾' },
  { id: 'running', label: 'Running', emoji: '🏃' },
  { id: 'cycling', label: 'Cycling', emoji: '🚴' },
  { id: 'climbing', label: 'Climbing', emoji: '🧗' },
  { id: 'swimming', label: 'Swimming', emoji: '🏊' },
  { id: 'surfing', label: 'Surfing', emoji: '🏄' },
  { id: 'sailing', label: 'Sailing', emoji: '⛵' },
  { id: 'skiing', label: 'Skiing', emoji: '🎿' },
  { id: 'snowboarding', label: 'Snowboarding', emoji: '🏂' },
  { id: 'football', label: 'Football', emoji: '⚽' },
  { id: 'basketball', label: 'Basketball', emoji: '🏀' },
  { id: 'volleyball', label: 'Volleyball', emoji: '🏐' },
  { id: 'tennis', label: 'Tennis', emoji: '🎾' },
  { id: 'table-tennis', label: 'Table tennis', emoji: '🏓' },
  { id: 'boxing', label: 'Boxing', emoji: '🥊' },
  { id: 'martial-arts', label: 'Martial arts', emoji: '🥋' },
  { id: 'gym', label: 'Gym', emoji: '🏋️' },
  { id: 'yoga', label: 'Yoga', emoji: '🧘' },
  { id: 'skating', label: 'Skating', emoji: '🛼' },
  { id: 'horse-riding', label: 'Horse riding', emoji: '🐎' },
  { id: 'camping', label: 'Camping', emoji: '🏕️' },
  { id: 'fishing', label: 'Fishing', emoji: '🎣' },
  { id: 'gardening', label: 'Gardening', emoji: '🌱' },
  { id: 'birdwatching', label: 'Birdwatching', emoji: '🐦' },
  // food and drink
  { id: 'cooking', label: 'Cooking', emoji: '🍳' },
  { id: 'baking', label: 'Baking', emoji: '🧁' },
  { id: 'coffee', label: 'Coffee', emoji: '☕' },
  { id: 'tea', label: 'Tea', emoji: '🍵' },
  { id: 'wine', label: 'Wine', emoji: '🍷' },
  { id: 'craft-beer', label: 'Craft beer', emoji: '🍺' },
  { id: 'brunch', label: 'Brunch', emoji: '🥞' },
  { id: 'street-food', label: 'Street food', emoji: '🌮' },
  { id: 'sushi', label: 'Sushi', emoji: '🍣' },
  { id: 'vegetarian', label: 'Vegetarian', emoji: '🥗' },
  { id: 'vegan', label: 'Vegan', emoji: '🥑' },
  { id: 'barbecue', label: 'Barbecue', emoji: '🍖' },
  // music, stage and screen
  { id: 'concerts', label: 'Concerts', emoji: '🎤' },
  { id: 'festivals', label: 'Festivals', emoji: '🎪' },
  { id: 'dancing', label: 'Dancing', emoji: '💃' },
  { id: 'singing', label: 'Singing', emoji: '🎶' },
  { id: 'guitar', label: 'Guitar', emoji: '🎸' },
  { id: 'piano', label: 'Piano', emoji: '🎹' },
  { id: 'drums', label: 'Drums', emoji: '🥁' },
  { id: 'vinyl', label: 'Vinyl records', emoji: '💿' },
  { id: 'classical-music', label: 'Classical music', emoji: '🎻' },
  { id: 'jazz', label: 'Jazz', emoji: '🎷' },
  { id: 'techno', label: 'Techno', emoji: '🎧' },
  { id: 'theatre', label: 'Theatre', emoji: '🎭' },
  { id: 'stand-up', label: 'Stand-up comedy', emoji: '😂' },
  { id: 'cinema', label: 'Cinema', emoji: '🎬' },
  { id: 'series', label: 'Series', emoji: '📺' },
  { id: 'anime', label: 'Anime', emoji: '🍥' },
  { id: 'podcasts', label: 'Podcasts', emoji: '🎙️' },
  // making and thinking
  { id: 'reading', label: 'Reading', emoji: '📚' },
  { id: 'writing', label: 'Writing', emoji: '✍️' },
  { id: 'poetry', label: 'Poetry', emoji: '🪶' },
  { id: 'photography', label: 'Photography', emoji: '📷' },
  { id: 'painting', label: 'Painting', emoji: '🎨' },
  { id: 'pottery', label: 'Pottery', emoji: '🏺' },
  { id: 'knitting', label: 'Knitting', emoji: '🧶' },
  { id: 'woodwork', label: 'Woodwork', emoji: '🪚' },
  { id: 'fashion', label: 'Fashion', emoji: '👗' },
  { id: 'tattoos', label: 'Tattoos', emoji: '🖋️' },
  { id: 'architecture', label: 'Architecture', emoji: '🏛️' },
  { id: 'museums', label: 'Museums', emoji: '🖼️' },
  { id: 'history', label: 'History', emoji: '📜' },
  { id: 'science', label: 'Science', emoji: '🔬' },
  { id: 'astronomy', label: 'Astronomy', emoji: '🔭' },
  { id: 'languages', label: 'Languages', emoji: '🗣️' },
  { id: 'coding', label: 'Coding', emoji: '💻' },
  // play and company
  { id: 'board-games', label: 'Board games', emoji: '🎲' },
  { id: 'video-games', label: 'Video games', emoji: '🎮' },
  { id: 'chess', label: 'Chess', emoji: '♟️' },
  { id: 'quiz-nights', label: 'Quiz nights', emoji: '❓' },
  { id: 'karaoke', label: 'Karaoke', emoji: '🎵' },
  { id: 'dogs', label: 'Dogs', emoji: '🐕' },
  { id: 'cats', label: 'Cats', emoji: '🐈' },
  { id: 'volunteering', label: 'Volunteering', emoji: '🤝' },
  { id: 'meditation', label: 'Meditation', emoji: '🪷' },
  { id: 'travel', label: 'Travel', emoji: '✈️' },
  { id: 'road-trips', label: 'Road trips', emoji: '🚐' },
  { id: 'city-walks', label: 'City walks', emoji: '🏙️' },
  { id: 'flea-markets', label: 'Flea markets', emoji: '🧺' },
]

const promptIds = new Set(PROMPTS.map(({ id }) => id))
const interestIds = new Set(INTERESTS.map(({ id }) => id))

/** True for the id of one of PROMPTS. */
export function isPromptId(id: string): boolean {
  return promptIds.has(id)
}

/** True for the id of one of INTERESTS. */
export function isInterestId(id: string): boolean {
  return interestIds.has(id)
}
