import { updateUser } from '@zing/proto/http/auth'
import { isInterestId, isPromptId } from '@zing/proto/profiles/profile-story'
import { expect, test } from 'vitest'
import { BOT_PROFILES } from './bots/personas.ts'
import { demoProfiles } from './profiles.ts'

const profiles = [...demoProfiles(), ...BOT_PROFILES]
const stories = profiles.map(({ story }) => story)

function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?])\s+/).map((sentence) => sentence.toLowerCase().replace(/[^\p{L}\p{N} ]/gu, ''))
}

test('every sentence of the demo users and bots is used once', () => {
  const sentences = stories
    .flatMap(({ bio = '', prompts }) => [bio, ...prompts.map(({ answer }) => answer)])
    .flatMap(sentencesOf)
  const written = sentences.filter((sentence) => sentence !== '')
  expect(written.filter((sentence, index) => written.indexOf(sentence) !== index)).toEqual([])
  expect(written.length).toBeGreaterThan(200)
})

test('the stories are valid, with prompts and interests of the lists', () => {
  for (const story of stories) {
    expect(updateUser.body?.safeParse(story).error).toBeUndefined()
    expect(story.prompts.filter(({ promptId }) => !isPromptId(promptId))).toEqual([])
    expect(story.interests.filter((id) => !isInterestId(id))).toEqual([])
  }
})

test('the demo users differ in age, gender, orientation and length of their stories', () => {
  const people = demoProfiles()
  const ages = people.map(({ age }) => age)
  expect([Math.min(...ages), Math.max(...ages)]).toEqual([19, 67])
  expect(new Set(people.map(({ gender }) => gender)).size).toBe(4)
  expect(new Set(people.map(({ orientation }) => orientation)).size).toBe(6)
  expect(new Set(people.map(({ story }) => story.prompts.length))).toEqual(new Set([0, 1, 2, 3]))
  expect(new Set(people.map(({ story }) => sentencesOf(story.bio ?? '').length)).size).toBeGreaterThan(3)
})
