// Starts the language server of scrapy_bt for .bt and rule files.
"use strict";

const { isAbsolute, join } = require("node:path");
const { window, workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

/** A path with folders in it is looked for in the project's folder first, as that of a virtual environment is. */
function located(command, folder) {
  return folder && !isAbsolute(command) && /[/\\]/.test(command) ? join(folder, command) : command;
}

async function activate() {
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
      `scrapy_bt: ${command} does not start (${error.message}). Install it with: pip install "scrapy_bt[lsp]", ` +
        "and write its path into the setting scrapyBt.command.",
    );
  }
}

function deactivate() {
  return client?.stop();
}

module.exports = { activate, deactivate };
