// Starts the language server of scrapy_bt for .bt and rule files.
"use strict";

const { existsSync } = require("node:fs");
const { isAbsolute, join } = require("node:path");
const { window, workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

const ENVIRONMENTS = [".venv", "venv"].flatMap((name) => [join(name, "bin"), join(name, "Scripts")]);

/** Where a command is: a path with folders is one of the project, a mere name is looked for in its virtual environment first. */
function located(command, folder) {
  if (!folder || isAbsolute(command)) return command;
  if (/[/\\]/.test(command)) return join(folder, command);
  const paths = ENVIRONMENTS.flatMap((place) => ["", ".exe"].map((end) => join(folder, place, command + end)));
  return paths.find(existsSync) ?? command;
}

async function activate(context) {
  await start();
  const changes = workspace.onDidChangeConfiguration(async (event) => {
    if (!event.affectsConfiguration("scrapyBt.command")) return;
    await client?.stop().catch(() => {}); // one that never started has nothing to stop
    await start();
  });
  context.subscriptions.push(changes);
}

async function start() {
  const folder = workspace.workspaceFolders?.[0]?.uri.fsPath;
  const [command, ...args] = workspace.getConfiguration("scrapyBt").get("command");
  client = new LanguageClient(
    "scrapyBt",
    "scrapy_bt",
    { command: located(command, folder), args, options: { cwd: folder } },
    { documentSelector: [{ language: "bt" }, { language: "yaml" }] },
  );
  try {
    await client.start();
  } catch (error) {
    window.showErrorMessage(
      `scrapy_bt: ${command} does not start (${error?.message ?? error}). Install it with: pip install "scrapy_bt[lsp]", ` +
        "and write its path into the setting scrapyBt.command.",
    );
  }
}

function deactivate() {
  return client?.stop();
}

module.exports = { activate, deactivate };
